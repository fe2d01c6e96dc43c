import { lazy } from '../../../../kernel/lazy.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { Auth, CallerRequest, Grants, SessionPlace, VouchedRanks } from '../../../call/auth.ts'
import type { Caller } from '../../../call/caller.ts'
import { forbidden, sessionEnded, unauthorized } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord } from '../../../store/records.ts'
import { grantsOf } from '../roles/grants.ts'
import { type Impersonator, impersonatorOf, liveSession } from '../sessions/live-session.ts'
import { soleVoucherOf } from '../sessions/sso-session.ts'
import { auditUse, findAccessToken, isUnexpired, MACHINE_TYPES, noteUse, PREFIX } from './api-tokens.ts'
import { grantsOfMachine, type Machine, machineOf, noSession } from './machine.ts'
import { readForToken } from './read-ahead.ts'
import { signedInAs } from './required-sso.ts'
import { enterTenant, type TenantEntry } from './tenant-entry.ts'
import type { Vouched } from './vouched-ranks.ts'

// A provider can sign in as an ordinary user before that user is promoted, and the session continues. So a session that
// only a provider vouches for keeps the rights that the guarantor of its connection covered once, and gains no others
// that the guarantor doesn't hold. Its refreshes are never refused, and an administrator whose guarantor leaves keeps
// the rights to confirm the connection.

export interface SessionGrants {
  /** Rights that the user has in the session. */
  grants: Grants
  /** Rights that the user's roles give, if they are more. */
  full?: Grants
}

export const grantsInSession = async (ports: Ports, place: SessionPlace): Promise<SessionGrants> => {
  const own = await grantsOf(ports.store, place.member, place.user)
  const { session } = await signedInAs(ports, place)
  const limited =
    soleVoucherOf(session) === undefined
      ? undefined
      : await (await import('./session-limit.ts')).limited(ports, place, own)
  return limited ? { grants: limited, full: own } : { grants: own }
}

/** Returns the ranks of a user in a session that only an identity provider vouches for. */
export const ranksInSession = async (
  ports: Ports,
  place: SessionPlace,
  { grants, full }: SessionGrants,
): Promise<VouchedRanks | undefined> => {
  const connectionId = soleVoucherOf((await signedInAs(ports, place)).session)
  if (connectionId === undefined) return undefined
  return (await import('./vouched-ranks.ts')).ranksOfSession(ports, place, { connectionId, grants, full })
}

/** Returns the ranks of a token or directory, if its guarantor id names a connection. */
export const ranksOfVoucher = async (
  ports: Ports,
  guarantorId: string | null,
  vouched: () => Promise<Omit<Vouched, 'connectionId'>>,
): Promise<VouchedRanks | undefined> => {
  const [, connectionId] = /^sso:([^:]*)/.exec(guarantorId ?? '') ?? []
  if (connectionId === undefined) return undefined
  return (await import('./vouched-ranks.ts')).ranksByConnection(ports, { ...(await vouched()), connectionId })
}

/** Returns a new session with the rights that it keeps. */
export const withKeptRights = async (
  ports: Ports,
  place: Pick<SessionPlace, 'user' | 'session'>,
): Promise<SessionRecord> => {
  const connectionId = soleVoucherOf(place.session)
  return connectionId === undefined
    ? place.session
    : (await import('./session-limit.ts')).startKeeping(ports, place, connectionId)
}

/**
 * Returns a session that continues in an account. It keeps rights that its user got meanwhile if the guarantor holds
 * them; otherwise administrators are informed. A session of an older release keeps the rights that it has now.
 */
export const keepingRights = async (call: CallerRequest, place: SessionPlace): Promise<SessionRecord> =>
  place.session.actorId !== null || soleVoucherOf(place.session) === undefined
    ? place.session
    : (await import('./session-limit.ts')).continueKeeping(call, place)

const SCOPE_HEADER = 'frontegg-scoped-tenant'

/** Reads the bearer token of the `Authorization` header (RFC 6750 §2.1). */
const bearerOf = (caller: Caller): string | undefined => caller.header('authorization')?.match(/^Bearer +(\S+)$/i)?.[1]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const claimsOf = async (ports: Ports, token: string) => {
  const claims = await ports.signer.verify(token, ports.clock.now())
  // Tokens of other purposes are signed by the same key; only this claim distinguishes them.
  const isOurs = claims?.iss === ports.config.apiUrl && isAudience(claims.aud, ports)
  const isKnown = claims?.type === 'userToken' ? isText(claims.sid) : isMachineType(claims?.type)
  return isOurs && isKnown && isText(claims.sub) && isText(claims.tenantId) ? claims : undefined
}

const isAudience = (aud: unknown, ports: Ports) => aud === ports.config.clientId

/**
 * Throws a 401 unless the bearer token is valid and unexpired and its session is still live.
 *
 * @param withMemberships whether the call needs all memberships of the user, which are then read at once
 */
export const authenticate = async (ports: Ports, caller: Caller, withMemberships = false): Promise<Auth> => {
  const token = bearerOf(caller)
  if (token === undefined) throw unauthorized()
  const scope = caller.header(SCOPE_HEADER) || undefined
  if (token.startsWith(PREFIX.AccessToken)) return authenticateAccessToken({ ports, caller }, token, scope)
  const claims = await claimsOf(ports, token)
  if (!claims) throw sessionEnded()
  if (isMachineType(claims.type)) return authenticateExchanged({ ports, caller }, claims, scope)
  // The token proves that the policy of its own tenant was met; entry to any other tenant is checked here.
  const tenantId = scope ?? String(claims.tenantId)
  const sessionId = String(claims.sid)
  const place = { userId: String(claims.sub), tenantId, sessionId, email: String(claims.email) }
  await readForToken(ports.store, { ...place, withMemberships })
  const session = await liveSession(ports, sessionId)
  const user = session && session.userId === claims.sub ? await ports.store.users.get(session.userId) : undefined
  if (!session || !user) throw sessionEnded()
  const entry = await enterTenant({ ports, caller }, { user, session, tenantId, metPolicyOf: String(claims.tenantId) })
  return authOf(ports, entry, { claims, impersonator: await impersonatorOf(ports, session) })
}

const authOf = (
  ports: Ports,
  entry: TenantEntry,
  given: { claims: Auth['claims']; impersonator: Impersonator | undefined },
): Auth => {
  const { user, session, member } = entry
  const inSession = lazy(() => grantsInSession(ports, entry))
  return {
    user,
    session,
    ...given,
    member,
    tenantId: member.tenantId,
    isLimited: async (permission) => {
      const { full } = await inSession()
      return full !== undefined && (permission === undefined || holdsPermission(full.keys, permission))
    },
    vouchedRanks: lazy(async () => ranksInSession(ports, entry, await inSession())),
    grants: async () => (await inSession()).grants,
  }
}

const isMachineType = (type: unknown): boolean => MACHINE_TYPES.some((known) => known === type)

const authOfMachine = async (
  call: CallerRequest,
  machine: Machine | undefined,
  scope: string | undefined,
): Promise<Auth> => {
  if (!machine) throw unauthorized('This API token is no longer valid', 'invalid_token')
  const { token, user, member } = machine
  if (scope && scope !== token.tenantId) throw forbidden('This API token belongs to another account')
  if (token.kind === 'AccessToken') await auditUse(call, token, user)
  await noteUse(call, token)
  const grants = lazy(() => grantsOfMachine(call.ports, machine))
  return {
    user,
    member,
    session: noSession(token),
    tenantId: token.tenantId,
    claims: {},
    machine: token,
    vouchedRanks: lazy(() =>
      ranksOfVoucher(call.ports, token.guarantorId, async () => ({ tenantId: token.tenantId, grants: await grants() })),
    ),
    grants,
  }
}

/** Authenticates an access token, which is itself the bearer token. */
const authenticateAccessToken = async (call: CallerRequest, secret: string, scope: string | undefined) => {
  const token = await findAccessToken(call.ports, secret)
  return authOfMachine(call, token && (await machineOf(call, token)), scope)
}

/** Authenticates a bearer token that client credentials were exchanged for; it ends when the credentials do. */
const authenticateExchanged = async (
  call: CallerRequest,
  claims: Readonly<Record<string, unknown>>,
  scope: string | undefined,
) => {
  const { ports } = call
  const token = await ports.store.apiTokens.get(String(claims.sub))
  const isAlive = isUnexpired(token, ports.clock.now()) && token.tenantId === claims.tenantId
  return authOfMachine(call, isAlive ? await machineOf(call, token) : undefined, scope)
}
