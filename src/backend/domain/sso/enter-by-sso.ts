import type { AuthResponse } from '../../../entities/auth.ts'
import { domainOf, normalizeEmail } from '../../../rules/email.ts'
import { normalizeName } from '../../../rules/names.ts'
import { forbidden } from '../../call/refusal.ts'
import type { ForeignIdentity } from '../../ports/sso.ts'
import type { Ports } from '../../ports.ts'
import type { SsoConnectionRecord, UserRecord } from '../../store/records.ts'
import { type Collections, firstInserted, unlessDuplicate } from '../../store/store.ts'
import { audit } from '../audit/audit.ts'
import { readAhead } from '../identity/access/read-ahead.ts'
import { type Exchange, signIn } from '../identity/access/sessions.ts'
import { proveEmail } from '../identity/accounts/email-proof.ts'
import { grantableBy, guarantorOf } from '../identity/guarantor/guarantor.ts'
import { acceptInvitation, mappedRolesText, memberRecord } from '../identity/members/members.ts'
import { eventPorts, recordUserEvent } from '../identity/members/subject-events.ts'
import { assertEmailAccepted } from '../identity/restrictions/email-domains.ts'
import { connectionMethod, providerSessionMethod, SINGLE_SIGN_ON } from '../identity/sessions/sso-session.ts'
import { assertMayEnter } from '../identity/sign-in/entry.ts'
import { newUser } from '../identity/team/invitations.ts'
import { linkIdentity, userOfIdentity } from './identities.ts'
import { updateMappedRoles } from './mapped-roles.ts'
import { samlSettingsOf } from './saml-settings.ts'
import { noteFailure } from './setup/failures.ts'
import { BY_FEDERATION, baseRoles, idTokenUse, isOwnUser, ownsDomain, providerOf, rolesFor } from './sso.ts'
import { assertVouchedFor } from './vouching.ts'

/**
 * Authentication methods of the company's own provider. A second-factor policy may exempt them, but never a social
 * provider.
 */
const BY_SSO: readonly string[] = [...BY_FEDERATION, SINGLE_SIGN_ON]

const DOMAIN_OF_ANOTHER =
  'Another account has verified the domain of your email, so this identity provider can’t sign you in. Sign in through your company’s identity provider, or with your password.'

/**
 * Requires that a provider may sign in this email. It may for the domains that its tenant has verified. If the tenant
 * skips that check, it may also sign in other emails without verifying them, except those of a domain that another
 * account has verified, and of users who have another membership or have yet to accept an invitation.
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
  const proven = await ports.store.ssoDomains.list({ domain: domainOf(email), validated: true })
  if (proven.some(({ tenantId }) => tenantId !== connection.tenantId)) throw forbidden(DOMAIN_OF_ANOTHER)
  if (user && !(await isOwnUser(ports, connection, user))) {
    throw forbidden('This email belongs to a user of another account.')
  }
  return false
}

/** Checks the account's email domains before anything about a new user is stored. Existing members stay members. */
const assertMayJoin = async (
  ports: Ports,
  { tenantId }: SsoConnectionRecord,
  { email, user }: { email: string; user: UserRecord | undefined },
): Promise<void> => {
  const isMember = user !== undefined && (await ports.store.members.count({ tenantId, userId: user.id })) > 0
  if (!isMember) await assertEmailAccepted(ports, tenantId, email)
}

/** Returns the roles of a connection that its guarantor could grant today. */
const grantedRoles = async (ports: Ports, connection: SsoConnectionRecord, groups: readonly string[]) => {
  const { tenantId, guarantorId } = connection
  const all = await rolesFor(ports, connection, groups)
  const roleIds = await grantableBy(ports, { tenantId, roleIds: all }, await guarantorOf(ports, tenantId, guarantorId))
  const base = await baseRoles(ports, connection)
  return { roleIds, mappedRoles: mappedRolesText({ [connection.id]: roleIds.filter((id) => !base.includes(id)) }) }
}

interface Arrival {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
  email: string
  isProven: boolean
}

/** Creates the user with their first sign-in (just in time), unless a concurrent request has created them already. */
const createSsoUser = async (ports: Ports, { connection, identity, email, isProven }: Arrival): Promise<UserRecord> => {
  const name = (normalizeName(identity.name?.slice(0, 200) ?? '') || email.split('@')[0]) ?? email
  const facts = { email, name, phone: null, roleIds: [], temporaryUntil: null }
  const user = { ...newUser(ports, connection.tenantId, facts), verified: isProven, provider: 'saml' }
  const insert = async (store: Collections) => {
    const created = await store.users.insert(user)
    const place = { tenantId: connection.tenantId, actorId: user.id }
    await recordUserEvent(eventPorts(ports, store), created, { ...place, key: 'frontegg.user.created' })
    return created
  }
  return firstInserted(ports.store.transaction(insert), () => ports.store.users.find({ email }))
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
  const facts = { tenantId, ...(await grantedRoles(ports, connection, identity.groups)), temporaryUntil: null }
  const member = memberRecord(ports, { ...user, verified: user.verified || arrival.isProven }, facts)
  const insert = async (store: Collections) => {
    await store.members.insert(member)
    await recordUserEvent(eventPorts(ports, store), user, { ...caused, key: 'frontegg.user.joinedTenant' })
    await audit({ ...ports, store }, caller, {
      tenantId,
      user,
      action: 'User joined',
      resource: 'Users',
      description: 'Joined by single sign-on',
      detail: { connectionId: connection.id },
    })
  }
  await unlessDuplicate(ports.store.transaction(insert))
}

const updateRoles = async (
  exchange: Exchange,
  arrival: Pick<Arrival, 'connection' | 'identity'>,
  user: UserRecord,
): Promise<void> => {
  const { ports } = exchange
  const setup = await ports.store.ssoSetups.get(arrival.connection.id)
  const { areGroupsUnknown, hasSealedAttributes } = arrival.identity
  const reason = hasSealedAttributes ? 'groupsSealed' : 'groupsElsewhere'
  if (areGroupsUnknown) await noteFailure(ports, arrival.connection, reason)
  if (!setup?.updatesRoles || areGroupsUnknown) return
  await updateMappedRoles(exchange, arrival, user)
}

/** Returns the ID token only if signing out continues at the provider, because it contains personal data. */
const keptIdToken = async (ports: Ports, connection: SsoConnectionRecord, { idToken }: ForeignIdentity) =>
  idToken && (await samlSettingsOf(ports, connection)).logoutUrl !== '' ? idToken : undefined

/**
 * Stores the session at a provider, so that a logout here can end it too. With SAML, a logout there can also end the
 * session that starts here.
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
  return [providerSessionMethod(id)]
}

/** Creates a refusal that names the claim, for the administrator whom the user asks. */
const withoutEmail = async (ports: Ports, connection: SsoConnectionRecord) => {
  const { attributes } = await samlSettingsOf(ports, connection)
  const name = attributes.email ?? 'email'
  return forbidden(
    `Your identity provider didn’t send an email: “${name}” is missing or empty. Ask your administrator.`,
  )
}

/**
 * Finishes a sign-in by an identity provider: finds or creates the user, makes them a member of the tenant, and signs
 * them in.
 */
export const enterBySso = async (
  exchange: Exchange,
  connection: SsoConnectionRecord,
  identity: ForeignIdentity,
): Promise<AuthResponse> => {
  const { ports } = exchange
  const linked = await userOfIdentity(ports, { provider: providerOf(connection), subject: identity.subject })
  const email = linked?.email ?? normalizeEmail(identity.email ?? '')
  if (email === undefined) throw await withoutEmail(ports, connection)
  if (identity.emailVerified === false) throw forbidden(`Your identity provider says that ${email} isn’t verified.`)
  const known = linked ?? (await ports.store.users.find({ email }))
  const isProven = await assertSpeaksFor(ports, connection, { email, user: known })
  // A name that looks like an email counts as one only if the account has verified its domain.
  if (identity.isEmailByName && !linked && !isProven) throw await withoutEmail(ports, connection)
  await assertMayJoin(ports, connection, { email, user: known })
  await assertVouchedFor(exchange, connection, known)
  const user = known ?? (await createSsoUser(ports, { connection, identity, email, isProven }))
  // The owner of the domain vouches for the email.
  const vouchedBy = connection.tenantId
  if (isProven) await proveEmail(exchange, user, { joins: vouchedBy, vouchedBy })
  await assertMayEnter(exchange, { ...user, verified: true })
  await join(exchange, { connection, identity, isProven }, user)
  await updateRoles(exchange, { connection, identity }, user)
  const { subject } = identity
  if (!linked || !user.verified)
    await linkIdentity(ports, { provider: providerOf(connection), subject, userId: user.id, email })
  const place = { userId: user.id, tenantId: connection.tenantId }
  await readAhead(ports.store, place, { amr: JSON.stringify([connectionMethod(connection.id)]) })
  const current = (await ports.store.users.get(user.id)) ?? user
  const marks = await keepSsoSession(ports, { connection, identity, user: current })
  const amr = [...BY_SSO, connectionMethod(connection.id), ...marks]
  // A sign-in by one account's provider opens no other account of the user, so it is refused if this account refuses
  // it.
  return signIn(exchange, current, { amr, tenantId: connection.tenantId })
}
