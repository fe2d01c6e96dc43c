import { idsOf } from '../../../store/json-text.ts'
import type { Store } from '../../../store/store.ts'
import { groupsSetting } from '../../settings/groups.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { readOf } from '../../settings/setting.ts'
import { rolesWhere } from '../roles/grants.ts'
import { domainRead } from './required-sso.ts'

interface Entry {
  userId: string
  tenantId: string
}

/**
 * Reads what is needed to start or continue a session in a tenant, in two statements, as far as it is known in advance.
 */
export const readAhead = async (
  { readTogether, users, members }: Store,
  { userId, tenantId }: Entry,
): Promise<void> => {
  if (!readTogether) return
  await readTogether([
    { name: 'users', where: { id: userId } },
    { name: 'deletions', where: { id: userId } },
    { name: 'members', where: { userId } },
    { name: 'tenants', where: { id: tenantId } },
    { name: 'ipConfigs', where: { id: tenantId } },
    readOf(tenantId, [mfaSetting, sessionsSetting, groupsSetting]),
  ])
  const [user, member] = [await users.get(userId), await members.find({ tenantId, userId })]
  if (!user || !member) return
  const roleIds = idsOf(member.roleIds)
  await readTogether([domainRead(user.email), { name: 'roles', where: rolesWhere(tenantId, roleIds) }])
}
