import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { SessionRecord, UserRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { isActiveMember } from '../members/members.ts'
import { everyAncestorOf } from '../tenants/account-tree.ts'
import { signedInAs } from './enforced-sso.ts'

export const SUSPENDED = 'This account is suspended. Ask the company that provides this application for help.'

/** Returns the refusal. It is a 403 and not a 401, because the session may continue in another account. */
export const suspended = () => forbidden(SUSPENDED).as('suspended')

export const isSuspended = async (store: Pick<Collections, 'tenants'>, tenantId: string): Promise<boolean> =>
  typeof (await store.tenants.get(tenantId))?.suspendedAt === 'number'

interface Entry {
  user: Pick<UserRecord, 'id' | 'email'>
  session: Pick<SessionRecord, 'amr' | 'actorId' | 'actorSessionId'>
}

/**
 * Returns whether a suspension keeps the user out. Users with access through an account above may still enter, also by
 * impersonating one of the members, unless that account is suspended too.
 */
export const isKeptOut = async (ports: Ports, entry: Entry, tenantId: string): Promise<boolean> => {
  const { store, clock } = ports
  if (!(await isSuspended(store, tenantId))) return false
  const { user } = await signedInAs(ports, entry)
  const above = await store.tenants.list({ id: { in: await everyAncestorOf(store, tenantId) }, suspendedAt: null })
  const members = await store.members.list({ userId: user.id, tenantId: { in: above.map(({ id }) => id) } })
  return !members.some((member) => member.subAccountAccess && isActiveMember(member, clock.now()))
}
