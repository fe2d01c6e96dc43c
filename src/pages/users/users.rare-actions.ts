import type { Member } from '../../contract/users.ts'
import type { Guaranteed, GuaranteedKind } from '../../entities/guarantee.ts'
import type { Translate } from '../../i18n/messages.ts'
import { messageOf } from '../../kernel/errors.ts'
import { type AccessChanges, checkAccessChanges, showsNothing } from '../../parts/access-check/check-access-changes.ts'
import { type AccountChanges, checkLeftAlone } from '../../parts/left-alone/check-left-alone.ts'
import { refused, saving } from '../../parts/page-kit/page-state.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { Reloads, UsersContext } from './users.calls.ts'
import { exportUsers, saveUsers, selectAll } from './users.export.ts'
import { inviteActions, inviteLinkActions, settingsActions } from './users.invitations.ts'
import { idsOfUsers, isSameRoles, type RoleChange, roleIdsOf, rolesAfter } from './users.member.ts'
import { detailsActions, rowActions } from './users.member-actions.ts'
import type { UsersTexts } from './users.messages.ts'
import { type AccountsChoice, replaceUser } from './users.state.ts'

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

/** Saves the roles of a user of a sub-account from a form. */
const saveRolesBelow = async (
  context: UsersContext,
  { reload }: Reloads,
  { member, roleIds }: { member: Member; roleIds: readonly string[] },
): Promise<boolean> => {
  if (!(await submitForm(context, () => context.saveRoles(member, roleIds)))) return false
  context.notify('rolesSaved', { name: nameOfUser(member), count: 1 })
  void reload()
  return true
}

/** Ends the user's membership of a sub-account; their other accounts stay. */
const removeFromAccount = async (context: UsersContext, { reload }: Reloads, member: Member) => {
  const { api, before, submit, notify, after } = context
  const detail = { userId: member.id, tenantId: member.tenantId }
  if (!before('delete-user', detail)) return
  const body = { userId: member.id, subTenants: [{ tenantId: member.tenantId }] }
  if (!(await submit(() => api.subTenants.removeUserFromTenants({ body })))) return
  after('delete-user', detail)
  notify('removed', { name: nameOfUser(member), count: 1 })
  await reload()
}

/** Makes the user a member of sub-accounts, with the same roles in each. */
const addToAccounts = async (
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
const addToGroups = async (
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

/** Changes roles, but sends only the users whose roles differ afterwards. */
const changeRoles = async (context: UsersContext, members: readonly Member[], change: RoleChange): Promise<void> => {
  const { before, runJob, notify, closeDialog, saveRoles } = context
  const allowed = members.filter((member) => {
    const [old, roleIds] = [roleIdsOf(member), rolesAfter(member, change)]
    return !isSameRoles(old, roleIds) && before('update-user', { userId: member.id, roleIds, before: old })
  })
  if (allowed.length === 0) return
  const { done, failed } = await runJob('roles', allowed, nameOfUser, (member) =>
    saveRoles(member, rolesAfter(member, change)),
  )
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

const saveGroups = async (context: UsersContext, member: Member, groupIds: readonly string[]): Promise<void> => {
  const { submit, after, notify } = context
  if (!(await submit(() => sendGroups(context, member, groupIds)))) return
  after('update-user', { userId: member.id, groupIds })
  notify('groupsSaved', { name: nameOfUser(member) })
}

/** Saves groups like the dialog does, but keeps the details open; returns `false` if the server refused. */
const saveGroupsHere = async (context: UsersContext, member: Member, groupIds: readonly string[]) => {
  const one = { id: member.id, label: nameOfUser(member) }
  const call = async () => {
    await sendGroups(context, member, groupIds)
    context.after('update-user', { userId: member.id, groupIds })
  }
  return context.forOne(one, call, 'groupsSaved')
}

/** The server's limit per call. */
const USERS_PER_CALL = 100

/** Loads what users guarantee. The result of the latest load is kept. */
const loadGuaranteed = async ({ api, apply }: UsersContext, members: readonly Member[]): Promise<void> => {
  const userIds = idsOfUsers(members)
  const end = (result: { items: readonly Guaranteed[] } | { error: string }) =>
    apply((state) => (state.guaranteed?.userIds === userIds ? { ...state, guaranteed: { userIds, ...result } } : state))
  apply((state) => ({ ...state, guaranteed: { userIds } }))
  const items: Guaranteed[] = []
  try {
    for (let start = 0; start < members.length; start += USERS_PER_CALL) {
      const userId = idsOfUsers(members.slice(start, start + USERS_PER_CALL))
      items.push(...(await api.guarantees.listGuaranteed({ query: { userId } })))
    }
    end({ items })
  } catch (error) {
    end(showsNothing(error) ? { items: [] } : { error: messageOf(error) })
  }
}

/**
 * Makes the caller the guarantor of some kinds of items that users guarantee. Returns whether the change of those users
 * may continue.
 */
const succeedGuarantor = async (
  context: UsersContext,
  members: readonly Member[],
  kinds: GuaranteedKind[],
): Promise<boolean> => {
  const { api, notify, failWith } = context
  const values = { name: nameOfUser(members[0]), count: members.length }
  let remaining = 0
  try {
    for (const { id: userId } of members) {
      remaining += (await api.guarantees.succeedGuarantor({ body: { userId, kinds } })).length
    }
    if (remaining === 0) notify('succeeded', values)
    else notify('succeededPartly', { ...values, count: remaining })
    return true
  } catch (error) {
    failWith('failed', { name: values.name, error, retry: () => succeedGuarantor(context, members, kinds) })
    return false
  }
}

/** Creates the actions that few visits need. Their code is a chunk of its own, which loads at the first call. */
export const createRareActions = (context: UsersContext, reloads: Reloads) => ({
  ...detailsActions(context, reloads),
  ...rowActions(context, reloads),
  ...inviteActions(context, reloads),
  ...inviteLinkActions(context),
  ...settingsActions(context),
  selectAll: () => selectAll(context),
  exportAll: (t: Translate<UsersTexts>) => exportUsers(context, t),
  async exportSelected(members: readonly Member[], t: Translate<UsersTexts>): Promise<void> {
    saveUsers(members, t)
    context.notify('exported', { count: members.length })
  },
  saveRolesBelow: (member: Member, roleIds: readonly string[]) => saveRolesBelow(context, reloads, { member, roleIds }),
  async changeRoles(members: readonly Member[], change: RoleChange): Promise<void> {
    await changeRoles(context, members, change)
    await reloads.reloadFigures()
  },
  saveGroups: (member: Member, groupIds: readonly string[]) => saveGroups(context, member, groupIds),
  saveGroupsHere: (member: Member, groupIds: readonly string[]) => saveGroupsHere(context, member, groupIds),
  addToGroups: (members: readonly Member[], groupIds: readonly string[]) => addToGroups(context, members, groupIds),
  addToAccounts: (member: Member, choice: AccountsChoice) => addToAccounts(context, member, choice),
  removeFromAccount: (member: Member) => removeFromAccount(context, reloads, member),
  checkAccessChanges: (changes: AccessChanges) => checkAccessChanges(context, changes),
  checkChanges: (body: AccountChanges) => checkLeftAlone(context, body),
  loadGuaranteed: (members: readonly Member[]) => loadGuaranteed(context, members),
  succeedGuarantor: (members: readonly Member[], kinds: GuaranteedKind[]) => succeedGuarantor(context, members, kinds),
})

export type RareActions = ReturnType<typeof createRareActions>
