import { federation } from '../../../contract/federation.ts'
import type { AuthResponse } from '../../../entities/auth.ts'
import type { SsoGroup } from '../../../entities/sso.ts'
import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { forbidden } from '../../call/refusal.ts'
import type { Ports, SecretUse } from '../../ports.ts'
import type { ForeignIdentity, OidcProvider } from '../../sso-ports.ts'
import type { MemberRecord, SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import { type Collections, DuplicateError } from '../../store/store.ts'
import { assertMayEnter } from '../access/entry.ts'
import { type Exchange, signIn } from '../access/sessions.ts'
import { connectionMark, ssoMark } from '../access/sso-session.ts'
import { SINGLE_SIGN_ON } from '../access/tenant-entry.ts'
import { audit } from '../audit/audit.ts'
import { proveEmail } from '../credentials/email-proof.ts'
import { eventPorts, recordUserEvent } from '../events/subject-events.ts'
import { newUser } from '../members/invitations.ts'
import { defaultRoleIds } from '../members/invite-link.ts'
import { acceptInvitation } from '../members/member-copies.ts'
import { memberRecord } from '../members/members.ts'
import { assertEmailAccepted } from '../restrictions/email-domains.ts'
import { idsOf } from '../roles/grants.ts'
import { linkIdentity, userOfIdentity } from './identities.ts'
import { isReady } from './ready.ts'
import { connectionOfDomain } from './required-sso.ts'
import { samlSettingsOf } from './saml-settings.ts'

/** Paths of the API itself, as identity providers get them. */
export const acsUrlOf = (apiUrl: string): string => new URL(federation.consumeSaml.path, apiUrl).href
export const spEntityIdOf = (apiUrl: string): string => new URL(federation.getServiceProvider.path, apiUrl).href

/** Proven by an identity provider; RFC 8176 has no word for it, this is the one in use. */
export const BY_FEDERATION: readonly string[] = ['fed']

/** By the company's own provider, which a second-factor policy may exempt; a social one it never does. */
const BY_SSO: readonly string[] = [...BY_FEDERATION, SINGLE_SIGN_ON]

export const providerOf = ({ id }: SsoConnectionRecord): string => `sso:${id}`

/** The enabled connection that users of this email sign in through. */
export const connectionFor = async (
  { store }: Pick<Ports, 'store'>,
  email: string,
  tenantId?: string,
): Promise<SsoConnectionRecord | undefined> => {
  const domain = domainOf(email)
  const domains = await store.ssoDomains.list({ domain, validated: true, ...(tenantId !== undefined && { tenantId }) })
  if (domains.length === 0) return undefined
  const id = { in: domains.map(({ connectionId }) => connectionId) }
  const [connections, setups] = await Promise.all([store.ssoConnections.list({ id }), store.ssoSetups.list({ id })])
  return connectionOfDomain({ domains, connections, setups })(domain)
}

export const enabledConnection = async (ports: Ports, id: string): Promise<SsoConnectionRecord> => {
  const connection = await ports.store.ssoConnections.get(id)
  if (!connection || !isReady(connection)) throw forbidden('Single sign-on is turned off for this account')
  return connection
}

/** How the client secret of a connection is sealed. */
export const ssoSecretUse = (connectionId: string): SecretUse => ({ purpose: 'sso-client-secret', owner: connectionId })

export const oidcProviderOf = async (
  { secretBox }: Pick<Ports, 'secretBox'>,
  connection: SsoConnectionRecord,
): Promise<OidcProvider> => ({
  issuer: connection.ssoEndpoint,
  clientId: connection.oidcClientId,
  clientSecret: (await secretBox.open(connection.oidcSecret, ssoSecretUse(connection.id))).text,
})

/** How the ID token of a session at a provider is sealed. */
export const idTokenUse = (ssoSessionId: string): SecretUse => ({ purpose: 'sso-id-token', owner: ssoSessionId })

/** Whether a user belongs to the account of a connection and to no other. */
export const isOwnUser = async (
  { store }: Pick<Ports, 'store'>,
  { tenantId }: Pick<SsoConnectionRecord, 'tenantId'>,
  user: UserRecord,
): Promise<boolean> => {
  const places = await store.members.list({ userId: user.id })
  const isOurs = (place: MemberRecord) => place.tenantId === tenantId && (place.activated || !user.verified)
  return places.length > 0 && places.every(isOurs)
}

export const ownsDomain = async (ports: Ports, { id }: SsoConnectionRecord, email: string): Promise<boolean> =>
  (await ports.store.ssoDomains.count({ connectionId: id, domain: domainOf(email), validated: true })) > 0

/**
 * A provider speaks for the domains that its tenant has proven. For other emails it speaks only where the tenant skips that
 * check, for no user who has a membership elsewhere or has yet to accept an invitation, and it proves none of them.
 *
 * @returns whether the email is proven
 */
const assertSpeaksFor = async (
  ports: Ports,
  connection: SsoConnectionRecord,
  { email, user }: { email: string; user: UserRecord | undefined },
): Promise<boolean> => {
  if (await ownsDomain(ports, connection, email)) return true
  if (!connection.skipEmailDomainValidation) throw forbidden('Emails of this domain can’t sign in to this account.')
  if (user && !(await isOwnUser(ports, connection, user))) {
    throw forbidden('This email belongs to a user of another account.')
  }
  return false
}

/** The account's email domains are checked before the first trace of a new user is stored; members stay members. */
const assertMayJoin = async (
  ports: Ports,
  { tenantId }: SsoConnectionRecord,
  { email, user }: { email: string; user: UserRecord | undefined },
): Promise<void> => {
  const isMember = user !== undefined && (await ports.store.members.count({ tenantId, userId: user.id })) > 0
  if (!isMember) await assertEmailAccepted(ports, tenantId, email)
}

/** Roles of the groups that the provider named, besides those every member gets. */
export const rolesFor = async (ports: Ports, connection: SsoConnectionRecord, groups: readonly string[]) => {
  const mapped = (JSON.parse(connection.groups) as SsoGroup[])
    .filter(({ group }) => groups.includes(group))
    .flatMap(({ roleIds }) => roleIds)
  const forAll = idsOf(connection.roleIds)
  const base = forAll.length > 0 ? forAll : await defaultRoleIds(ports, connection.tenantId)
  return [...new Set([...base, ...mapped])]
}

interface Arrival {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
  email: string
  isProven: boolean
}

/** Just in time: the first sign-in creates the user; a request at the same moment may have created them already. */
const createSsoUser = async (ports: Ports, { connection, identity, email, isProven }: Arrival): Promise<UserRecord> => {
  const name = identity.name?.slice(0, 200) ?? email.split('@')[0] ?? email
  const facts = { email, name, phone: null, roleIds: [], temporaryUntil: null }
  const user = { ...newUser(ports, connection.tenantId, facts), verified: isProven, provider: 'saml' }
  try {
    return await ports.store.transaction(async (store) => {
      const created = await store.users.insert(user)
      const place = { tenantId: connection.tenantId, actorId: user.id }
      await recordUserEvent(eventPorts(ports, store), created, { ...place, key: 'frontegg.user.created' })
      return created
    })
  } catch (error) {
    const known = error instanceof DuplicateError ? await ports.store.users.find({ email }) : undefined
    if (!known) throw error
    return known
  }
}

const join = async ({ ports, caller }: Exchange, arrival: Omit<Arrival, 'email'>, user: UserRecord): Promise<void> => {
  const { connection, identity } = arrival
  const { tenantId } = connection
  const caused = { tenantId, actorId: user.id }
  const place = await ports.store.members.find({ tenantId, userId: user.id })
  if (place) {
    if (place.activated) return
    await ports.store.transaction(async (store) => {
      await acceptInvitation(store, { userId: user.id, tenantId })
      await recordUserEvent(eventPorts(ports, store), user, { ...caused, key: 'frontegg.user.activated' })
    })
    return
  }
  const roleIds = await rolesFor(ports, connection, identity.groups)
  const facts = { tenantId, roleIds, temporaryUntil: null }
  const member = memberRecord(ports, { ...user, verified: user.verified || arrival.isProven }, facts)
  const insert = async (store: Collections) => {
    await store.members.insert(member)
    await recordUserEvent(eventPorts(ports, store), user, { ...caused, key: 'frontegg.user.joinedTenant' })
  }
  await ports.store.transaction(insert).catch((error: unknown) => {
    if (!(error instanceof DuplicateError)) throw error
  })
  await audit(ports, caller, {
    tenantId,
    user,
    action: 'User joined',
    resource: 'Users',
    description: 'Joined by single sign-on',
    detail: { connectionId: connection.id },
  })
}

/** An ID token says much about its user: it is kept only where signing out continues at the provider. */
const keptIdToken = async (ports: Ports, connection: SsoConnectionRecord, { idToken }: ForeignIdentity) =>
  idToken && (await samlSettingsOf(ports, connection)).logoutUrl !== '' ? idToken : undefined

/**
 * Remembers the session at a provider, so that a logout here can end it, too; with SAML also, so that a logout there
 * ends the one that starts here.
 */
const keepSsoSession = async (
  ports: Ports,
  { connection, identity, user }: { connection: SsoConnectionRecord; identity: ForeignIdentity; user: UserRecord },
): Promise<string[]> => {
  const idToken = await keptIdToken(ports, connection, identity)
  if (!identity.session && !idToken) return []
  const now = ports.clock.now()
  const sessionId = ports.random.uuid()
  const { id } = await ports.store.samlSessions.insert({
    ...(identity.session ?? { nameIdFormat: '', sessionIndex: '' }),
    id: sessionId,
    idToken: idToken ? await ports.secretBox.seal(idToken, idTokenUse(sessionId)) : null,
    connectionId: connection.id,
    tenantId: connection.tenantId,
    userId: user.id,
    nameId: identity.subject,
    createdAt: now,
    expiresAt: now + ports.config.sessionSeconds * 1_000,
  })
  return [ssoMark(id)]
}

/** Ends a proof by an identity provider: finds or creates the user, makes them a member of the tenant, signs them in. */
export const enterBySso = async (
  exchange: Exchange,
  connection: SsoConnectionRecord,
  identity: ForeignIdentity,
): Promise<AuthResponse> => {
  const { ports } = exchange
  const linked = await userOfIdentity(ports, { provider: providerOf(connection), subject: identity.subject })
  const email = linked?.email ?? normalizeEmail(identity.email ?? '')
  if (email === undefined || identity.emailVerified === false) {
    throw forbidden('Your identity provider didn’t send a verified email.')
  }
  const known = linked ?? (await ports.store.users.find({ email }))
  const isProven = await assertSpeaksFor(ports, connection, { email, user: known })
  await assertMayJoin(ports, connection, { email, user: known })
  const user = known ?? (await createSsoUser(ports, { connection, identity, email, isProven }))
  // The owner of the domain vouches for the email.
  const vouchedBy = connection.tenantId
  if (isProven) await proveEmail(exchange, user, { joins: vouchedBy, vouchedBy })
  await assertMayEnter(ports, { ...user, verified: true })
  await join(exchange, { connection, identity, isProven }, user)
  const { subject } = identity
  if (!linked || !user.verified)
    await linkIdentity(ports, { provider: providerOf(connection), subject, userId: user.id, email })
  const current = (await ports.store.users.get(user.id)) ?? user
  const marks = await keepSsoSession(ports, { connection, identity, user: current })
  const amr = [...BY_SSO, connectionMark(connection.id), ...marks]
  // Refused where the account refuses it: a sign-in by one account's provider opens no other account of the user.
  return signIn(exchange, current, { amr, tenantId: connection.tenantId })
}
