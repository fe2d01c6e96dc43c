import { normalizeEmail } from '../../../../rules/email.ts'
import type { FreshWhen, NamedMembers, RuledRequest } from '../../../call/ruled-request.ts'
import { shownIdOf } from '../members/members.ts'
import { ancestorsOf, isBelow } from '../tenants/account-tree.ts'
import { concernsAdministrator, invitesAdministrator } from './administrator-changes.ts'

const isInScope = async ({ ports, auth }: RuledRequest, tenantId: string): Promise<boolean> =>
  tenantId === auth.tenantId || isBelow(ports.store, tenantId, auth.tenantId)

/**
 * Returns the members of accounts above whose access to an account ends when it is moved. The handler judges those who
 * gain access, by the roles that they get there.
 */
export const membersLosingMoved: NamedMembers = async (request) => {
  const { store } = request.ports
  const { tenantId } = request.path
  const { parentTenantId } = request.body
  if (typeof tenantId !== 'string' || typeof parentTenantId !== 'string') return []
  if (!(await isInScope(request, tenantId)) || !(await isInScope(request, parentTenantId))) return []
  const after = [parentTenantId, ...(await ancestorsOf(store, parentTenantId))]
  const left = (await ancestorsOf(store, tenantId)).filter((id) => !after.includes(id))
  const losing = left.length ? await store.members.list({ tenantId: { in: left }, subAccountAccess: true }) : []
  return losing.map((member) => ({ id: shownIdOf(member), tenantId: member.tenantId }))
}

/** Returns the members that a request to add users finds in the account and gives access to the accounts below. */
export const membersGivenAccess: NamedMembers = async ({ ports, body }) => {
  const { tenantId, users, allowSubAccountAccess } = body
  if (allowSubAccountAccess !== true || typeof tenantId !== 'string' || !Array.isArray(users)) return []
  const emails = users.flatMap((user: { email?: unknown } | null) => normalizeEmail(String(user?.email)) ?? [])
  const found = emails.length ? await ports.store.members.list({ tenantId, email: { in: [...new Set(emails)] } }) : []
  return found.map((member) => ({ id: shownIdOf(member), tenantId }))
}

/** Returns whether a request to add users makes an administrator, or lets one into the accounts below. */
export const addsAdministrator: FreshWhen = async (request) =>
  (await invitesAdministrator('account')(request)) || concernsAdministrator(membersGivenAccess)(request)
