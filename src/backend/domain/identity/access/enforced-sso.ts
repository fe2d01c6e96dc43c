import { domainOf } from '../../../../rules/email.ts'
import { SSO_REQUIRED } from '../../../../rules/sso-sign-in.ts'
import { Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { isBelow } from '../tenants/account-tree.ts'
import { requirementOf } from './required-sso.ts'

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
