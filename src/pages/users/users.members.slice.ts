import type { Member } from '../../contract/additions/members.ts'
import type { CallOptions } from '../../contract/client.ts'
import type { GuaranteedKind } from '../../entities/guarantee.ts'
import { createRemoval } from '../../parts/page-kit/removal.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { UsersContext, UsersTables } from './users.calls.ts'
import type { More, WithMore } from './users.load-more.ts'
import { isBelow, type RoleChange, roleIdsOf, rolesFrom } from './users.member.ts'
import type { AccountsChoice } from './users.rare-actions.ts'
import { busyWith, replaceUser, type UsersState } from './users.state.ts'

/** Creates the actions for users in the list. */
export const memberActions = (
  context: UsersContext,
  { reload, reloadFigures, withMore }: Record<'reload' | 'reloadFigures', () => Promise<void>> & { withMore: WithMore },
) => {
  const { apply, get, api, before, after, forOne, runJob, fail, notify, closeDialog } = context
  const sendRoles = (id: string, roleIds: readonly string[], options?: CallOptions) =>
    // The API expects a single empty string to clear the roles.
    api.team.updateMember({ body: { id, roleIds: roleIds.length > 0 ? [...roleIds] : [''] } }, options)

  /**
   * Shows the change at once and reverts it if the server refuses. The call is kept alive, so that leaving the page
   * doesn't lose it.
   */
  const saveRolesOfOne = async (member: Member, roleIds: readonly string[]) => {
    const old = { roles: member.roles }
    closeDialog()
    apply(replaceUser(member.id, { roles: rolesFrom(get().roles, roleIds, member.roles) }))
    apply(busyWith(member.id, true))
    try {
      await sendRoles(member.id, roleIds, { keepalive: true })
      notify('rolesSaved', { name: nameOfUser(member), count: 1 })
      after('update-user', { userId: member.id, roleIds })
      await reloadFigures()
    } catch (error) {
      apply(replaceUser(member.id, old))
      fail(nameOfUser(member), error, () => saveRolesOfOne(member, roleIds))
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
    nameOf: nameOfUser,
    remove: ({ id }, options) => api.team.deleteMember({ path: { userId: id } }, options),
    notice: 'removed',
    failed: 'removalFailed',
    done: reload,
  })

  const forRow = (run: (row: ReturnType<More['rowActions']>) => Promise<void>) =>
    withMore(({ rowActions }) => run(rowActions(context, reloadFigures)))

  return {
    ...removal,
    /** Removes users, but never the signed-in one. */
    remove: (members: readonly Member[]) => remove(...members.filter(({ id }) => id !== get().viewer?.id)),
    /** Returns `true` if the roles were saved and the form may close if it is still open. */
    async saveRoles(member: Member, roleIds: readonly string[]): Promise<boolean | undefined> {
      if (!before('update-user', { userId: member.id, roleIds, before: roleIdsOf(member) })) return undefined
      if (isBelow(member, get().viewer)) return withMore((more) => more.saveRolesIn(context, member, roleIds, reload))
      await saveRolesOfOne(member, roleIds)
      return undefined
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
        await forOne({ id: only.id, label: nameOfUser(only) }, () => resendTo(only), 'resent')
        return
      }
      const { done } = await runJob('resend', members, nameOfUser, resendTo)
      if (done.length > 0) notify('resent', { count: done.length, name: nameOfUser(done[0]) })
    },
    loadGuaranteed: (members: readonly Member[]) => withMore((more) => more.loadGuaranteed(context, members)),
    succeedGuarantor: async (members: readonly Member[], kinds: GuaranteedKind[]): Promise<boolean> =>
      (await withMore((more) => more.succeedGuarantor(context, members, kinds))) ?? false,
    resendToAll: (member: Member) => forRow(({ resendToAll }) => resendToAll(member)),
    unlock: (member: Member) => forRow(({ unlock }) => unlock(member)),
    /** Signs the user out on every device. */
    endSessions: (member: Member) => forRow(({ endSessions }) => endSessions(member)),
    extend: (member: Member, days: number) => forRow(({ extend }) => extend(member, days)),
    makePermanent: (member: Member) => forRow(({ makePermanent }) => makePermanent(member)),
    saveGroups: (member: Member, groupIds: readonly string[]) =>
      withMore((more) => more.saveGroups(context, member, groupIds)),
  }
}
