import type { Member } from '../../contract/additions/members.ts'
import { messageOf } from '../../kernel/errors.ts'
import { refused, saving } from '../../parts/page-kit/page-state.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { UsersContext } from './users.calls.ts'
import { isSameRoles, type RoleChange, roleIdsOf, rolesAfter, rolesFrom } from './users.member.ts'
import { replaceUser } from './users.state.ts'

export { exportUsers, saveUsers, selectAll } from './users.export.ts'
export { loadGuaranteed, succeedGuarantor } from './users.guaranteed.ts'
export { inviteActions, linkActions, settingsActions } from './users.invitations.ts'
/** One chunk for everything that is rarely used. */
export { detailsActions, rowActions } from './users.member-actions.ts'

type Reload = () => Promise<void>

/** Saves a form and closes it. Over the details of a user, only the form closes, by itself. */
const submitForm = async ({ apply, get, submit }: UsersContext, work: () => Promise<unknown>): Promise<boolean> => {
  const { dialog, saving: isSaving } = get()
  if (dialog?.kind !== 'details') return submit(work)
  if (isSaving) return false
  apply(saving)
  try {
    await work()
    apply((state) => ({ ...state, saving: false }))
    return true
  } catch (error) {
    apply(refused(dialog, messageOf(error)))
    return false
  }
}

/** Replaces the user's roles in a sub-account. */
export const saveRolesIn = async (
  context: UsersContext,
  member: Member,
  roleIds: readonly string[],
  reload: Reload,
): Promise<boolean> => {
  const { api, notify, after } = context
  const { id: userId, tenantId } = member
  const body = { subTenantsRoles: [{ tenantId, roleIds: [...roleIds] }] }
  if (!(await submitForm(context, () => api.subTenants.setUserRoles({ path: { userId }, body })))) return false
  after('update-user', { userId, tenantId, roleIds })
  notify('rolesSaved', { name: nameOfUser(member), count: 1 })
  void reload()
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
  notify('removed', { name: nameOfUser(member), count: 1 })
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
): Promise<boolean> => {
  const { api, before, notify, after } = context
  const detail = { userId: member.id, email: member.email, tenantIds, roleIds }
  if (!before('update-user', detail)) return false
  const body = {
    user: { email: member.email, ...(member.name && { name: member.name }) },
    subTenants: tenantIds.map((tenantId) => ({ tenantId, roleIds: [...roleIds] })),
  }
  if (!(await submitForm(context, () => api.subTenants.addUserToTenants({ body })))) return false
  after('update-user', detail)
  notify('addedToAccounts', { name: nameOfUser(member), count: tenantIds.length })
  return true
}

/** Adds all users to each group, with one call per group. */
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
}

/** Changes roles, but sends only the users whose roles differ afterwards. */
export const changeRoles = async (
  context: UsersContext,
  members: readonly Member[],
  { change, sendRoles }: RolesParts,
): Promise<void> => {
  const { apply, get, before, after, runJob, notify, closeDialog } = context
  const allowed = members.filter((member) => {
    const [old, roleIds] = [roleIdsOf(member), rolesAfter(member, change)]
    return !isSameRoles(old, roleIds) && before('update-user', { userId: member.id, roleIds, before: old })
  })
  if (allowed.length === 0) return
  const { done, failed } = await runJob('roles', allowed, nameOfUser, async (member) => {
    const roleIds = rolesAfter(member, change)
    await sendRoles(member.id, roleIds)
    apply(replaceUser(member.id, { roles: rolesFrom(get().roles, roleIds, member.roles) }))
    after('update-user', { userId: member.id, roleIds })
  })
  if (failed.length === 0) closeDialog()
  if (done.length > 0) notify('rolesSaved', { count: done.length, name: nameOfUser(done[0]) })
}

/** Makes one call per changed group. Changes before a refusal are kept. */
const sendGroups = async ({ api, apply, get }: UsersContext, member: Member, groupIds: readonly string[]) => {
  const old = member.groups?.map(({ id }) => id) ?? []
  const body = { userIds: [member.id] }
  const add = groupIds.filter((id) => !old.includes(id))
  const remove = old.filter((id) => !groupIds.includes(id))
  let now = member.groups ?? []
  const keep = (groups: typeof now) => {
    now = groups
    apply(replaceUser(member.id, { groups }))
  }
  for (const groupId of add) {
    await api.groups.addUsers({ path: { groupId }, body })
    keep([...now, ...get().groups.filter(({ id }) => id === groupId)])
  }
  for (const groupId of remove) {
    await api.groups.removeUsers({ path: { groupId }, body })
    keep(now.filter(({ id }) => id !== groupId))
  }
}

export const saveGroups = async (context: UsersContext, member: Member, groupIds: readonly string[]): Promise<void> => {
  const { submit, after, notify } = context
  if (!(await submit(() => sendGroups(context, member, groupIds)))) return
  after('update-user', { userId: member.id, groupIds })
  notify('groupsSaved', { name: nameOfUser(member) })
}

/** Saves groups like the dialog does, but keeps the details open; returns `false` if the server refused. */
export const saveGroupsHere = async (context: UsersContext, member: Member, groupIds: readonly string[]) => {
  const one = { id: member.id, label: nameOfUser(member) }
  const call = async () => {
    await sendGroups(context, member, groupIds)
    context.after('update-user', { userId: member.id, groupIds })
  }
  return context.forOne(one, call, 'groupsSaved')
}
