import { domainOf } from '../../../../rules/email.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { Read, Store } from '../../../store/store.ts'
import { groupsSetting } from '../../settings/groups.ts'
import { mfaSetting } from '../../settings/mfa.ts'
import { sessionsSetting } from '../../settings/sessions.ts'
import { readOf } from '../../settings/setting.ts'
import { rolesWhere } from '../roles/grants.ts'

interface Entry {
  userId: string
  tenantId: string
}

/** Returns the read of the verified domain of an email, which `required-sso.ts` needs. */
const domainRead = (email: string): Read => ({
  name: 'ssoDomains',
  where: { domain: domainOf(email), validated: true },
})

/** Lists what authentication by a token reads. If the token's email is out of date, the domain is read separately. */
export const tokenReads = ({ userId, tenantId }: Entry, sessionId: string, email: string): Read[] => [
  { name: 'sessions', where: { id: sessionId } },
  { name: 'users', where: { id: userId } },
  { name: 'members', where: { tenantId, userId } },
  { name: 'tenants', where: { id: tenantId } },
  { name: 'ipConfigs', where: { id: tenantId } },
  domainRead(email),
]

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
