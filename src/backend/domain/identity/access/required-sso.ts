import { domainOf } from '../../../../rules/email.ts'
import { SSO_REQUIRED } from '../../../../rules/sso-sign-in.ts'
import { Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf, jsonOf } from '../../../store/json-text.ts'
import type {
  SessionRecord,
  SsoConnectionRecord,
  SsoDomainRecord,
  SsoSetupRecord,
  UserRecord,
} from '../../../store/records.ts'
import type { Collections, IdSource, Read } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { isBelow } from '../tenants/account-tree.ts'

export const isOidc = ({ type }: Pick<SsoConnectionRecord, 'type'>): boolean => type === 'oidc'

/** Returns whether sign-ins can start. A connection that isn't fully set up counts as turned off. */
export const isReady = (connection: SsoConnectionRecord): boolean =>
  connection.enabled &&
  connection.ssoEndpoint !== '' &&
  (isOidc(connection) ? connection.oidcClientId !== '' : connection.publicCertificate !== '')

type SsoStore = Pick<Collections, 'ssoDomains' | 'ssoConnections' | 'ssoSetups'>

/** Rows that decide whether an account requires single sign-on; `domains` contains only verified ones. */
export interface SsoRows {
  domains: readonly Pick<SsoDomainRecord, 'connectionId' | 'domain'>[]
  connections: readonly SsoConnectionRecord[]
  setups: readonly Pick<SsoSetupRecord, 'id' | 'enforced' | 'exemptUserIds' | 'enabledAt' | 'test' | 'lastSignInAt'>[]
}

type Precedence = (one: Pick<SsoConnectionRecord, 'id'>, other: Pick<SsoConnectionRecord, 'id'>) => number

/**
 * Sorts required connections first, then the most recently enabled, which is the current one after a move to another
 * provider.
 */
export const precedenceOf = (setups: readonly Pick<SsoSetupRecord, 'id' | 'enforced' | 'enabledAt'>[]): Precedence => {
  const byId = new Map(setups.map((setup) => [setup.id, setup]))
  return ({ id }, { id: otherId }) => {
    const [one, other] = [byId.get(id), byId.get(otherId)]
    return (
      Number(other?.enforced ?? false) - Number(one?.enforced ?? false) ||
      (other?.enabledAt ?? 0) - (one?.enabledAt ?? 0) ||
      (id < otherId ? -1 : 1)
    )
  }
}

/**
 * Returns the connection that users of a domain are sent to. Several connections of the account may have verified the
 * domain.
 */
export const connectionOfDomain = ({
  domains,
  connections,
  setups,
}: SsoRows): ((domain: string) => SsoConnectionRecord | undefined) => {
  const byDomain = new Map<string, SsoConnectionRecord>()
  for (const connection of connections.filter(isReady).sort(precedenceOf(setups))) {
    const own = domains.filter(({ connectionId }) => connectionId === connection.id)
    for (const { domain } of own) if (!byDomain.has(domain)) byDomain.set(domain, connection)
  }
  return (domain) => byDomain.get(domain)
}

/** Returns the ids of the connections that a user must sign in through; empty if any method is accepted. */
export type Required = (user: Pick<UserRecord, 'id' | 'email'>) => readonly string[]

export const requirementOf = ({ domains, connections, setups }: SsoRows): Required => {
  const open = new Set(connections.filter(isReady).map(({ id }) => id))
  const exempt = new Map(
    setups.flatMap(({ id, enforced, exemptUserIds }) => (enforced ? [[id, new Set(idsOf(exemptUserIds))]] : [])),
  )
  return ({ id, email }) => {
    const domain = domainOf(email)
    const ids = domains
      .filter((one) => one.domain === domain && open.has(one.connectionId))
      .map(({ connectionId }) => connectionId)
    const isFree = ids.every((connectionId) => exempt.get(connectionId)?.has(id) ?? true)
    return isFree ? [] : ids
  }
}

export const ssoRowsOf = async (store: SsoStore, tenantId: string): Promise<SsoRows> => {
  const [domains, connections, setups] = await Promise.all([
    store.ssoDomains.list({ tenantId, validated: true }),
    store.ssoConnections.list({ tenantId }),
    store.ssoSetups.list({ tenantId }),
  ])
  return { domains, connections, setups }
}

/** Returns whether a sign-in through the connection worked with its current settings, in a test or for real. */
const hasWorked = ({ updatedAt }: SsoConnectionRecord, setup: SsoRows['setups'][number] | undefined): boolean =>
  setup !== undefined &&
  (jsonOf(setup.test).status === 'passed' || (setup.lastSignInAt !== null && setup.lastSignInAt > updatedAt))

export const workingConnections = ({ connections, setups }: SsoRows): ReadonlySet<string> =>
  new Set(
    connections
      .filter((connection) =>
        hasWorked(
          connection,
          setups.find(({ id }) => id === connection.id),
        ),
      )
      .map(({ id }) => id),
  )

/**
 * Returns the connection that a user is sent to, if a sign-in through it has worked. Where single sign-on is required,
 * the lockout guard accepts no other way in.
 */
export const provenConnection = (
  rows: SsoRows,
): ((user: Pick<UserRecord, 'email'>) => SsoConnectionRecord | undefined) => {
  const working = workingConnections(rows)
  const sentTo = connectionOfDomain(rows)
  return ({ email }) => {
    const connection = sentTo(domainOf(email))
    return connection && working.has(connection.id) ? connection : undefined
  }
}

const SSO_FIRST = 'This account requires single sign-on. Enter your email to sign in with it.'

/** Refuses a tenant that the session isn't in. It is a 403 because the session continues in its own tenant. */
export const ssoRefusal = () => new Refusal(403, [SSO_FIRST], {}, SSO_REQUIRED)

/**
 * Returns whether the user follows the single sign-on rules of `owner`. Users of a parent account who work in a
 * sub-account follow the account that gave them access.
 */
const follows = async (ports: Ports, { userId, tenantId, owner }: Record<'userId' | 'tenantId' | 'owner', string>) => {
  if (owner === tenantId) return true
  if (!(await isBelow(ports.store, tenantId, owner))) return false
  return !isActiveMember(await ports.store.members.find({ tenantId, userId }), ports.clock.now())
}

/** Returns the read of the connections that have verified the domain of an email. */
export const domainRead = (email: string) =>
  ({ name: 'ssoDomains', where: { domain: domainOf(email), validated: true } }) satisfies Read

/**
 * Returns that read and those that decide whether one of these connections is required.
 *
 * @param at place of the first among the reads of the statement
 */
export const requirementReads = (email: string, at = 0): readonly Read[] => {
  const idsIn: readonly IdSource[] = [{ read: at, field: 'connectionId', isOne: true }]
  return [
    domainRead(email),
    { name: 'ssoConnections', where: {}, idsIn },
    { name: 'ssoSetups', where: { enforced: true }, idsIn },
  ]
}

/**
 * Returns the connections that the user must have signed in through to enter the tenant; empty if any method is
 * accepted.
 */
const requiredConnections = async (
  ports: Ports,
  user: Pick<UserRecord, 'id' | 'email'>,
  tenantId: string,
): Promise<readonly string[]> => {
  const { store } = ports
  const domains = await store.ssoDomains.list({ domain: domainOf(user.email), validated: true })
  // A verified domain belongs to one account.
  const owner = domains[0]?.tenantId
  if (owner === undefined || !(await follows(ports, { userId: user.id, tenantId, owner }))) return []
  const ids = domains.map(({ connectionId }) => connectionId)
  const [connections, setups] = await Promise.all([
    store.ssoConnections.list({ id: { in: ids } }),
    store.ssoSetups.list({ id: { in: ids }, enforced: true }),
  ])
  return setups.length > 0 ? requirementOf({ domains, connections, setups })(user) : []
}

type Proven = Pick<SessionRecord, 'amr' | 'actorId' | 'actorSessionId'>

interface Entry {
  user: Pick<UserRecord, 'id' | 'email'>
  session: Proven
  tenantId: string
}

/**
 * Returns the signed-in user and their session. For an impersonation, that is the impersonator and the session it was
 * started from.
 */
export const signedInAs = async (
  { store }: { store: Pick<Collections, 'users' | 'sessions'> },
  { user, session }: Pick<Entry, 'user' | 'session'>,
): Promise<Pick<Entry, 'user' | 'session'>> => {
  if (session.actorId === null) return { user, session }
  const [actor, own] = await Promise.all([
    store.users.get(session.actorId),
    store.sessions.get(session.actorSessionId ?? ''),
  ])
  return actor && own ? { user: actor, session: own } : { user, session }
}

/** Returns whether the session didn't begin with the single sign-on that the tenant requires of its user. */
export const lacksSso = async (ports: Ports, entry: Entry): Promise<boolean> => {
  const { user, session } = await signedInAs(ports, entry)
  const required = await requiredConnections(ports, user, entry.tenantId)
  if (required.length === 0) return false
  const used = connectionOf(session.amr === null ? [] : idsOf(session.amr))
  return used === undefined || !required.includes(used)
}
