import type { AuthResponse } from '../../../../entities/auth.ts'
import { MULTI_FACTOR_ACR } from '../../../../rules/step-up.ts'
import type { Caller, Reply } from '../../../call/caller.ts'
import { clearedActorCookie, readActorCookies, refreshCookie } from '../../../call/cookies.ts'
import { forbidden, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { eventPorts, recordUserEvent } from '../members/subject-events.ts'
import { isLockedHere, rememberDevice } from '../mfa/known-device.ts'
import { requestSecondFactor } from '../mfa/mfa-challenge.ts'
import { ipRefusal, isIpAllowed } from '../restrictions/ip-rules.ts'
import { endSession } from '../sessions/end-session.ts'
import { impersonatorOf, membershipsOf, type SessionEnds, sessionEnds } from '../sessions/live-session.ts'
import { refreshTokenOf } from '../sessions/refresh-token.ts'
import { endSurplusSessions } from '../sessions/session-visits.ts'
import { connectionOf, methodsOf, publicMethods } from '../sessions/sso-session.ts'
import { grantsInSession, keepingRights, withKeptRights } from './authenticate.ts'
import { trustedFactorAt, withoutFactor } from './factor-proof.ts'
import { readAhead } from './read-ahead.ts'
import { lacksSso, ssoRefusal } from './required-sso.ts'
import {
  checkEntry,
  isKeptOut,
  moveTo,
  notAMember,
  OWN_PROOF_FIRST,
  signInRefusal,
  suspended,
  type TenantEntry,
} from './tenant-entry.ts'
import { isVouchedFor } from './vouching.ts'

/** The `acr` of a session that has proven no factor beyond its first (OIDC Core §2). */
const SINGLE_FACTOR = '0'

interface AccessToken {
  accessToken: string
  expiresIn: number
  expires: string
  exp: number
}

/** Signs an access token (JWT) for one tenant; `type` distinguishes it from other tokens signed by the same key. */
export const mintAccessToken = async (
  ports: Ports,
  entry: TenantEntry,
  /** Additional claims for an ID token. */
  extra: { nonce?: string; at_hash?: string; aud?: string } = {},
): Promise<AccessToken> => {
  const { user, session, member } = entry
  const { roles, keys } = (await grantsInSession(ports, entry)).grants
  const memberships = await membershipsOf(ports, session, member.tenantId)
  const { apiUrl, clientId, accessTokenSeconds } = ports.config
  const factorAt = await trustedFactorAt(ports, session, member.tenantId)
  const methods = session.amr === null ? ['pwd'] : publicMethods(methodsOf(session))
  // Hosts authorize by the claims of their tokens, so a factor that the account doesn't trust is left out of them.
  const isDoubtful = factorAt === undefined && methods.includes('mfa')
  const issuedAt = Math.floor(ports.clock.now() / 1_000)
  // A host that verifies tokens by itself must not accept one after the session's end.
  const exp = Math.min(issuedAt + accessTokenSeconds, Math.floor(session.expiresAt / 1_000))
  const actor = await impersonatorOf(ports, session)
  const accessToken = await ports.signer.sign({
    sub: user.id,
    id: user.id,
    email: user.email,
    email_verified: user.verified,
    name: user.name,
    tenantId: member.tenantId,
    tenantIds: memberships.map(({ tenantId }) => tenantId),
    roles: roles.map(({ key }) => key),
    permissions: keys,
    sid: session.id,
    jti: ports.random.uuid(),
    amr: isDoubtful ? withoutFactor(methods) : methods,
    acr: factorAt === undefined ? SINGLE_FACTOR : MULTI_FACTOR_ACR,
    // A token that names a factor carries the time of that factor, even if something else was proven since.
    auth_time: Math.floor((factorAt ?? session.authTime ?? session.createdAt) / 1_000),
    type: 'userToken',
    iss: apiUrl,
    aud: clientId,
    // Informs the client that the session has limits and may need `keepSession` calls.
    ...(session.idleSeconds === null && session.absoluteSeconds === null ? {} : { session_limits: true }),
    // RFC 8693 §4.1: `act` names the user who acts as the subject.
    ...(actor && { act: { sub: actor.id, email: actor.email, name: actor.name } }),
    iat: issuedAt,
    exp,
    ...extra,
  })
  return { accessToken, expiresIn: exp - issuedAt, expires: new Date(exp * 1_000).toISOString(), exp }
}

export interface Exchange {
  ports: Ports
  caller: Caller
  reply: Reply
}

/** A response with the tokens that every new session has. */
type SessionResponse = AuthResponse &
  Required<Pick<AuthResponse, 'accessToken' | 'refreshToken' | 'expiresIn' | 'expires'>>

/** Builds the response that starts or continues a session, and sets its cookie. */
export const tokenResponse = async (exchange: Exchange, given: TenantEntry): Promise<SessionResponse> => {
  const { ports, reply } = exchange
  const entry = { ...given, session: await keepingRights(exchange, given) }
  const { user, session, member } = entry
  const refreshToken = await refreshTokenOf(ports, session)
  const token = await mintAccessToken(ports, entry)
  reply.headers.append('Set-Cookie', refreshCookie(ports.config, refreshToken))
  return {
    ...token,
    refreshToken,
    mfaRequired: false,
    userEmail: user.email,
    emailVerified: user.verified,
    userId: user.id,
    tenantId: member.tenantId,
  }
}

export const newSession = (
  ports: Ports,
  caller: Caller,
  { user, tenantId, amr, ends }: { user: UserRecord; tenantId: string; amr: readonly string[]; ends: SessionEnds },
): SessionRecord => {
  const now = ports.clock.now()
  return {
    // Each sign-in gets a new id, so none can be planted beforehand (ASVS 5.0 V7.2).
    id: ports.random.token(18),
    userId: user.id,
    tenantId,
    generation: 0,
    rotatedAt: now,
    userAgent: caller.userAgent,
    ipAddress: caller.ipAddress ?? '',
    createdAt: now,
    expiresAt: now + ports.config.sessionSeconds * 1_000,
    revokedAt: null,
    amr: JSON.stringify(amr),
    authTime: now,
    lastActiveAt: null,
    refreshedAt: null,
    actorId: null,
    actorSessionId: null,
    visits: null,
    ...ends,
  }
}

/** Lists the tenants a sign-in may start in: the user's last one, then the others they belong to. */
const startsOf = async (ports: Ports, user: UserRecord): Promise<string[]> => {
  const memberships = await membershipsOf(ports, { userId: user.id, actorId: null, tenantId: user.tenantId })
  const tenantIds = memberships.map(({ tenantId }) => tenantId)
  if (tenantIds.length === 0) throw forbidden("You don't belong to any account").as('not-a-member')
  return tenantIds.includes(user.tenantId) ? [...new Set([user.tenantId, ...tenantIds])] : tenantIds
}

const refuseIp = async ({ ports, caller }: Exchange, user: UserRecord, tenantId: string): Promise<never> => {
  await audit(ports, caller, {
    tenantId,
    user,
    action: 'IP address refused',
    resource: 'Authentication',
    severity: 'Medium',
    description: 'A sign-in from an IP address that the account does not allow was refused',
  })
  throw ipRefusal(caller)
}

const refuseOtherSignIn = async (
  { ports, caller }: Exchange,
  { user, amr }: SignIn,
  tenantId: string,
): Promise<never> => {
  await audit(ports, caller, {
    tenantId,
    user,
    action: 'Sign-in refused',
    resource: 'Authentication',
    severity: 'Medium',
    description: 'A sign-in other than the single sign-on that the account requires was refused',
    detail: { methods: publicMethods(amr).join(' ') },
  })
  throw ssoRefusal()
}

interface SignIn {
  user: UserRecord
  amr: readonly string[]
  only: string | undefined
}

/** Returns the tenant a sign-in starts in: the requested one, else the first that accepts what the user has proven. */
const startOf = async (exchange: Exchange, signIn: SignIn): Promise<string> => {
  const { ports, caller } = exchange
  const { user, amr, only } = signIn
  const tenantIds = only === undefined ? await startsOf(ports, user) : [only]
  const session = { amr: JSON.stringify(amr), actorId: null, actorSessionId: null }
  let requiresSso: string | undefined
  let isDistrusted = false
  let isSuspended = false
  for (const tenantId of tenantIds) {
    if (!(await isIpAllowed(ports.store, tenantId, caller.ipAddress))) continue
    if (await isKeptOut(ports, { user, session }, tenantId)) isSuspended = true
    else if (await lacksSso(ports, { user, session, tenantId })) requiresSso ??= tenantId
    else if (await isVouchedFor(ports, { user, session: { ...session, tenantId } }, tenantId)) return tenantId
    else isDistrusted = true
  }
  if (requiresSso !== undefined) return refuseOtherSignIn(exchange, signIn, requiresSso)
  if (isDistrusted) throw forbidden(OWN_PROOF_FIRST).as('own-proof-required')
  if (isSuspended) throw suspended()
  return refuseIp(exchange, user, tenantIds[0] ?? user.tenantId)
}

/** Methods (RFC 8176) of a sign-in by password. */
const BY_PASSWORD: readonly string[] = ['pwd']

/** Methods that the sign-in has proven, and the tenant to which it is limited. */
interface Proof {
  /** @default a password */
  amr?: readonly string[]
  /**
   * The only tenant that the sign-in is for, because the tenant's identity provider vouched for the user. @default any
   * of the user's
   */
  tenantId?: string | undefined
}

/**
 * Requires that the connection through which a sign-in began is still on. It may have been turned off or deleted while
 * a second factor was proven.
 */
const assertConnectionIsOn = async ({ store }: Ports, amr: readonly string[]): Promise<void> => {
  const id = connectionOf(amr)
  if (id !== undefined && !(await store.ssoConnections.get(id))?.enabled) throw unauthorized('Sign in again.')
}

/** Completes a sign-in: challenges users who need a second factor, else starts a new session. */
export const signIn = async (
  exchange: Exchange,
  user: UserRecord,
  { amr = BY_PASSWORD, tenantId: only }: Proof = {},
): Promise<AuthResponse> => {
  const { ports, caller } = exchange
  const tenantId = await startOf(exchange, { user, amr, only })
  await assertConnectionIsOn(ports, amr)
  const session = newSession(ports, caller, { user, tenantId, amr, ends: await sessionEnds(ports, tenantId) })
  const verdict = await checkEntry(exchange, { user, session, tenantId, metPolicyOf: null })
  if (verdict.kind === 'not-a-member') throw notAMember()
  if (verdict.kind === 'ip-refused') throw ipRefusal(caller)
  if (verdict.kind === 'second-factor') return requestSecondFactor(exchange, user, { amr, tenantId: only })
  if (verdict.kind !== 'granted') throw signInRefusal(verdict.kind, false) ?? forbidden()
  return startSession(exchange, await moveTo(ports, verdict.admission), amr)
}

/**
 * Checks the user again after the session is stored. A password change or first proof of the email either finds the
 * session and ends it, or is found here.
 */
const assertStillProven = async (
  { ports, caller }: Exchange,
  { user, member, session }: TenantEntry,
): Promise<void> => {
  const { id, passwordHash, verified } = user
  const patch = { lastLogin: session.createdAt, tenantId: member.tenantId }
  const proven = { id, passwordHash, verified }
  if (await ports.store.users.update({ ...proven, lockedAt: null }, { ...patch, failedLogins: 0 })) return
  const current = await ports.store.users.get(id)
  // Failed sign-ins on other devices lock the user there, but not on this device.
  const isOpen = current !== undefined && !(await isLockedHere({ ports, caller }, current))
  if (isOpen && (await ports.store.users.update(proven, patch))) return
  await endSession(ports, session.id)
  throw unauthorized('Your account changed while you were signing in. Sign in again.')
}

/**
 * Reads the user again after a sign-in changed them, along with what later steps need. Keeps the password hash and
 * email proof that the sign-in was checked with.
 */
export const reread = async (ports: Ports, user: UserRecord): Promise<UserRecord> => {
  await readAhead(ports.store, { ...user, userId: user.id })
  const current = await ports.store.users.get(user.id)
  return { ...user, ...current, passwordHash: user.passwordHash, verified: user.verified }
}

const startSession = async (exchange: Exchange, given: TenantEntry, amr: readonly string[]): Promise<AuthResponse> => {
  const { ports, caller } = exchange
  const entry = { ...given, session: await withKeptRights(ports, given) }
  const { user, member, session } = entry
  await ports.store.sessions.insert(session)
  await assertStillProven(exchange, entry)
  await endSurplusSessions(ports, session)
  // This must precede the writes below, after which the same rows would be read again.
  const response = await tokenResponse(exchange, entry)
  const event = { key: 'frontegg.user.authenticated', tenantId: member.tenantId, actorId: user.id } as const
  await ports.store.transaction(async (store) => {
    await store.members.update({ id: member.id }, { lastLogin: session.createdAt })
    await recordUserEvent(eventPorts(ports, store), user, event)
  })
  await audit(ports, caller, {
    tenantId: member.tenantId,
    user,
    action: 'User signed in',
    resource: 'Authentication',
    description: 'Signed in',
    detail: { sessionId: session.id, methods: publicMethods(amr).join(' ') },
  })
  // A session kept for an earlier impersonator in this browser must not pass to the next user who signs in.
  if (readActorCookies(ports.config, caller).length > 0)
    exchange.reply.headers.append('Set-Cookie', clearedActorCookie(ports.config))
  await rememberDevice(exchange, user.id)
  return response
}
