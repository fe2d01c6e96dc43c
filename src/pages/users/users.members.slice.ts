import type { Member } from '../../contract/additions/members.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import type { UsersContext, UsersTables } from './users.context.ts'
import type { WithMore } from './users.load-more.ts'
import type { AccountsChoice } from './users.more.ts'
import { isBelow, nameOf, type RoleChange, roleIdsOf, rolesFrom } from './users.rows.ts'
import { busyWith, replaceUser, type UsersState } from './users.state.ts'

export const DAY_SECONDS = 86_400

/** What can be done to users in the list. */
export const memberActions = (
  context: UsersContext,
  { reload, reloadFigures, withMore }: Record<'reload' | 'reloadFigures', () => Promise<void>> & { withMore: WithMore },
) => {
  const { apply, get, api, before, after, forOne, runJob, fail, notify, closeDialog } = context
  const sendRoles = (id: string, roleIds: readonly string[]) =>
    // The wire wants a single empty string to clear the roles.
    api.team.updateMember({ body: { id, roleIds: roleIds.length > 0 ? [...roleIds] : [''] } })

  /** Shown at once, put back when the server refuses. */
  const saveRolesOfOne = async (member: Member, roleIds: readonly string[]) => {
    const old = { roles: member.roles }
    closeDialog()
    apply(replaceUser(member.id, { roles: rolesFrom(get().roles, roleIds, member.roles) }))
    apply(busyWith(member.id, true))
    try {
      await sendRoles(member.id, roleIds)
      notify('rolesSaved', { name: nameOf(member), count: 1 })
      after('update-user', { userId: member.id, roleIds })
      await reloadFigures()
    } catch (error) {
      apply(replaceUser(member.id, old))
      fail(nameOf(member), error)
    }
    apply(busyWith(member.id, false))
  }

  const resendTo = (member: Member) =>
    member.activatedForTenant === false
      ? api.team.resendInvitation({ body: { email: member.email, provider: 'local' } })
      : api.team.resendActivation({ path: { userId: member.id }, body: {} })

  const { remove, ...removal } = createRemoval<Member, UsersState, UsersTables>(context, {
    event: 'delete-user',
    detailOf: ({ id, email }) => ({ userId: id, email }),
    nameOf,
    remove: ({ id }, options) => api.team.deleteMember({ path: { userId: id } }, options),
    notice: 'removed',
    done: reload,
  })

  return {
    ...removal,
    /** Never the signed-in user. */
    remove: (members: readonly Member[]) => remove(...members.filter(({ id }) => id !== get().viewer?.id)),
    async saveRoles(member: Member, roleIds: readonly string[]): Promise<void> {
      if (!before('update-user', { userId: member.id, roleIds, before: roleIdsOf(member) })) return
      if (!isBelow(member, get().viewer)) await saveRolesOfOne(member, roleIds)
      else await withMore(async (more) => void ((await more.saveRolesIn(context, member, roleIds)) && (await reload())))
    },
    async changeRoles(members: readonly Member[], change: RoleChange): Promise<void> {
      await withMore((more) => more.changeRoles(context, members, { change, sendRoles }))
      await reloadFigures()
    },
    addToGroups: (members: readonly Member[], groupIds: readonly string[]) =>
      withMore((more) => more.addToGroups(context, members, groupIds)),
    addToAccounts: (member: Member, choice: AccountsChoice) =>
      withMore((more) => more.addToAccounts(context, member, choice)),
    removeFromAccount: (member: Member) => withMore((more) => more.removeFromAccount(context, member, reload)),
    async resend(members: readonly Member[]): Promise<void> {
      const [only] = members
      if (only && members.length === 1) {
        await forOne({ id: only.id, label: nameOf(only) }, () => resendTo(only), 'resent')
        return
      }
      const { done } = await runJob('resend', members, nameOf, resendTo)
      if (done.length > 0) notify('resent', { count: done.length, name: nameOf(done[0]) })
    },
    async resendToAll(member: Member): Promise<void> {
      const call = () => api.invitation.resendInvitationToAllTenants({ body: { email: member.email } })
      await forOne({ id: member.id, label: nameOf(member) }, call, 'resent')
    },
    async unlock(member: Member): Promise<void> {
      apply(busyWith(member.id, true))
      try {
        await api.members.unlockMember({ path: { userId: member.id } })
        apply(replaceUser(member.id, { isLocked: false }))
        notify('unlocked', { name: nameOf(member) })
        after('update-user', { userId: member.id, isLocked: false })
      } catch (error) {
        if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'unlockMember'] }))
        fail(nameOf(member), error)
      }
      apply(busyWith(member.id, false))
    },
    /** Signs the user out on every device. */
    async endSessions(member: Member): Promise<void> {
      const call = () => api.sessions.revokeUserSessions({ body: { userId: member.id } })
      const isDone = await forOne({ id: member.id, label: nameOf(member) }, call, 'sessionsEnded')
      if (isDone && get().details?.userId === member.id)
        await withMore(({ detailsActions }) => detailsActions(context, reloadFigures).loadSecurity(member))
    },
    saveGroups: (member: Member, groupIds: readonly string[]) =>
      withMore((more) => more.saveGroups(context, member, groupIds)),
    async extend(member: Member, days: number): Promise<void> {
      closeDialog()
      const call = async () => {
        const { temporaryExpirationDate } = await api.team.extendTemporaryUser({
          path: { userId: member.id },
          body: { expirationInSeconds: days * DAY_SECONDS },
        })
        apply(replaceUser(member.id, { temporaryExpirationDate }))
      }
      await forOne({ id: member.id, label: nameOf(member) }, call, 'extended')
    },
    async makePermanent(member: Member): Promise<void> {
      const call = async () => {
        await api.team.makeUserPermanent({ path: { userId: member.id } })
        apply(replaceUser(member.id, { temporaryExpirationDate: undefined }))
      }
      await forOne({ id: member.id, label: nameOf(member) }, call, 'madePermanent')
    },
  }
}
