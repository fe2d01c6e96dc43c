import { domainOf } from '../../../../rules/email.ts'
import { SSO_REQUIRED } from '../../../../rules/sso-required.ts'
import { Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/active-member.ts'
import { connectionOf } from '../sessions/sso-session.ts'
import { isBelow } from '../tenants/account-tree.ts'
import { requirementOf } from './required-sso.ts'

export const SSO_FIRST = 'This account requires single sign-on. Enter your email to sign in with it.'

/** For a tenant that the session isn't in; it goes on elsewhere. */
export const ssoRefusal = () => new Refusal(403, [SSO_FIRST], {}, SSO_REQUIRED)

/** Users of an account above who work in a sub-account follow the account that let them in; others follow their own. */
const follows = async (ports: Ports, { userId, tenantId, owner }: Record<'userId' | 'tenantId' | 'owner', string>) => {
  if (owner === tenantId) return true
  if (!(await isBelow(ports.store, tenantId, owner))) return false
  return !isActiveMember(await ports.store.members.find({ tenantId, userId }), ports.clock.now())
}

/** Connections that the user must have signed in through to enter the tenant; none when any way will do. */
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

/** Who signed in, and how: in an impersonation the impersonator, by the session it was started from. */
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

/** Whether a session began in another way than the single sign-on that the tenant requires of its user. */
export const lacksSso = async (ports: Ports, entry: Entry): Promise<boolean> => {
  const { user, session } = await signedInAs(ports, entry)
  const required = await requiredConnections(ports, user, entry.tenantId)
  if (required.length === 0) return false
  const used = connectionOf(session.amr === null ? [] : idsOf(session.amr))
  return used === undefined || !required.includes(used)
}
