import type { Member } from '../../contract/additions/members.ts'
import type { Role } from '../../entities/team.ts'
import type { UsersContext } from './users.context.ts'
import { isSameRoles, nameOf, type RoleChange, roleIdsOf, rolesAfter } from './users.rows.ts'
import { replaceUser, type UsersState } from './users.state.ts'

/** One chunk for all that few visits need. */
export { exportUsers, saveUsers } from './users.export.ts'
export { linkActions, settingsActions } from './users.joining.ts'

type Reload = () => Promise<void>

/** Replaces the user's roles in a sub-account. */
export const saveRolesIn = async (context: UsersContext, member: Member, roleIds: readonly string[]) => {
  const { api, submit, notify, after } = context
  const { id: userId, tenantId } = member
  const body = { subTenantsRoles: [{ tenantId, roleIds: [...roleIds] }] }
  if (!(await submit(() => api.subTenants.setUserRoles({ path: { userId }, body })))) return false
  after('update-user', { userId, tenantId, roleIds })
  notify('rolesSaved', { name: nameOf(member), count: 1 })
  return true
}

/** Ends the user's membership of a sub-account; their other accounts stay. */
export const removeFromAccount = async (context: UsersContext, member: Member, reload: Reload) => {
  const { api, before, submit, notify, after } = context
  const detail = { userId: member.id, tenantId: member.tenantId }
  if (!before('delete-user', detail)) return
  const body = { userId: member.id, subTenants: [{ tenantId: member.tenantId }] }
  if (!(await submit(() => api.subTenants.removeUserFromTenants({ body })))) return
  after('delete-user', detail)
  notify('removed', { name: nameOf(member), count: 1 })
  await reload()
}

export interface AccountsChoice {
  tenantIds: readonly string[]
  roleIds: readonly string[]
}

/** Makes the user a member of sub-accounts, with the same roles in each. */
export const addToAccounts = async (
  context: UsersContext,
  member: Member,
  { tenantIds, roleIds }: AccountsChoice,
): Promise<void> => {
  const { api, before, submit, notify, after } = context
  const detail = { userId: member.id, email: member.email, tenantIds, roleIds }
  if (!before('update-user', detail)) return
  const body = {
    user: { email: member.email, ...(member.name && { name: member.name }) },
    subTenants: tenantIds.map((tenantId) => ({ tenantId, roleIds: [...roleIds] })),
  }
  if (!(await submit(() => api.subTenants.addUserToTenants({ body })))) return
  after('update-user', detail)
  notify('addedToAccounts', { name: nameOf(member), count: tenantIds.length })
}

/** Adds all of them to each group: one call per group. */
export const addToGroups = async (
  context: UsersContext,
  members: readonly Member[],
  groupIds: readonly string[],
): Promise<void> => {
  const { api, apply, get, submit, notify, after } = context
  const body = { userIds: members.map(({ id }) => id) }
  const isSaved = await submit(async () => {
    for (const groupId of groupIds) await api.groups.addUsers({ path: { groupId }, body })
  })
  if (!isSaved) return
  const added = get().groups.filter(({ id }) => groupIds.includes(id))
  for (const { id, groups: own = [] } of members) {
    const groups = [...own, ...added.filter((group) => own.every((other) => other.id !== group.id))]
    apply(replaceUser(id, { groups }))
    after('update-user', { userId: id, groupIds: groups.map((group) => group.id) })
  }
  notify('addedToGroups', { count: members.length })
}

interface RolesParts {
  change: RoleChange
  sendRoles(id: string, roleIds: readonly string[]): Promise<unknown>
  rolesFrom(state: UsersState, ids: readonly string[], old: readonly Role[]): Role[]
}

/** Users whose roles the change leaves as they are are not sent. */
export const changeRoles = async (
  context: UsersContext,
  members: readonly Member[],
  { change, sendRoles, rolesFrom }: RolesParts,
): Promise<void> => {
  const { apply, get, before, after, runJob, notify, closeDialog } = context
  const allowed = members.filter((member) => {
    const [old, roleIds] = [roleIdsOf(member), rolesAfter(member, change)]
    return !isSameRoles(old, roleIds) && before('update-user', { userId: member.id, roleIds, before: old })
  })
  if (allowed.length === 0) return
  const { done, failed } = await runJob('roles', allowed, nameOf, async (member) => {
    const roleIds = rolesAfter(member, change)
    await sendRoles(member.id, roleIds)
    apply(replaceUser(member.id, { roles: rolesFrom(get(), roleIds, member.roles) }))
    after('update-user', { userId: member.id, roleIds })
  })
  if (failed.length === 0) closeDialog()
  if (done.length > 0) notify('rolesSaved', { count: done.length, name: nameOf(done[0]) })
}

/** One call per group that changes; what was done before a refusal stays. */
export const saveGroups = async (context: UsersContext, member: Member, groupIds: readonly string[]): Promise<void> => {
  const { api, apply, get, submit, after, notify } = context
  const old = member.groups?.map(({ id }) => id) ?? []
  const body = { userIds: [member.id] }
  const isSaved = await submit(async () => {
    for (const groupId of groupIds.filter((id) => !old.includes(id)))
      await api.groups.addUsers({ path: { groupId }, body })
    for (const groupId of old.filter((id) => !groupIds.includes(id)))
      await api.groups.removeUsers({ path: { groupId }, body })
  })
  if (!isSaved) return
  after('update-user', { userId: member.id, groupIds })
  apply(replaceUser(member.id, { groups: get().groups.filter(({ id }) => groupIds.includes(id)) }))
  notify('groupsSaved', { name: nameOf(member) })
}
