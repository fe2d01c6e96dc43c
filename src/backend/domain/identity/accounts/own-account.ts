import type { PlacedEntry } from '../../../call/auth.ts'
import type { Collections } from '../../../store/store.ts'
import { emptyHead } from '../../audit/chain.ts'
import { isActiveMember, memberRecord } from '../members/members.ts'
import { linkTenant } from '../tenants/account-tree.ts'
import { founderRoleIds, type ResetPorts } from './reset-account.ts'
import { newTenant } from './sign-up.ts'

const isHomeless = async (store: Collections, userId: string, now: number): Promise<boolean> =>
  !(await store.members.list({ userId })).some((member) => isActiveMember(member, now))

/**
 * Opens an account for a user who has no other, as a sign-up does. It has the name that the user chose at sign-up. Runs
 * in the caller's transaction.
 *
 * @returns the row of its audit log; none if the user is in another account
 */
export const openOwnAccount = async (
  ports: ResetPorts,
  { userId, like }: { userId: string; like: string },
): Promise<PlacedEntry[]> => {
  const { store, clock } = ports
  const user = await store.users.get(userId)
  if (!user || !(await isHomeless(store, userId, clock.now()))) return []
  const tenant = newTenant(ports, (await store.tenants.get(like))?.name ?? '')
  const roleIds = await founderRoleIds(store)
  await store.tenants.insert(tenant)
  await linkTenant(store, tenant, null)
  await store.auditHeads.insert(emptyHead(tenant.id))
  await store.members.insert(memberRecord(ports, user, { tenantId: tenant.id, roleIds, temporaryUntil: null }))
  await store.users.update({ id: userId }, { tenantId: tenant.id })
  return [
    {
      tenantId: tenant.id,
      user,
      action: 'Account created',
      resource: 'Account',
      description: 'Created for a user who proved the email of an account that belongs to others',
    },
  ]
}
