import { normalizeName } from '../../rules/names.ts'
import type { UsersContext } from './users.calls.ts'
import { allEmails } from './users.invite-form.ts'
import { DAY_SECONDS } from './users.member.ts'
import { type InviteDraft, invitesDone } from './users.state.ts'

const toNewUser = (email: string, draft: InviteDraft, isOnly: boolean) => ({
  email,
  roleIds: [...draft.roleIds],
  ...(isOnly && normalizeName(draft.name) && { name: normalizeName(draft.name) }),
  ...(isOnly && draft.phone.trim() && { phone: draft.phone.trim() }),
  ...(draft.days && { expirationInSeconds: draft.days * DAY_SECONDS }),
  provider: 'local' as const,
})

/** Creates the actions that invite users by email. */
export const inviteActions = (
  context: UsersContext,
  {
    reloadFromStart,
    reloadAfterBulk,
  }: Record<'reloadFromStart' | 'reloadAfterBulk', (emails: readonly string[]) => Promise<void>>,
) => {
  const { apply, api, deps, before, after, notify, runJob } = context
  const viewerEmail = () => deps.session.current().user?.email ?? ''

  /** Raises product events for the host. */
  const raiseInvited = (draft: InviteDraft, emails: readonly string[]) => {
    const expires = draft.days && { expirationInSeconds: draft.days * DAY_SECONDS }
    const [only] = emails
    if (emails.length === 1)
      deps.events.after('invite-member', {
        email: viewerEmail(),
        invitedUserEmail: only,
        ...(normalizeName(draft.name) && { invitedUserFullName: normalizeName(draft.name) }),
        ...(draft.phone.trim() && { invitedUserPhoneNumber: draft.phone.trim() }),
        invitedUserRoles: draft.roleIds,
        ...expires,
      })
    else
      deps.events.after('invite-members', {
        email: viewerEmail(),
        invitedUserEmails: emails,
        invitedUsersRoles: draft.roleIds,
        ...expires,
      })
  }

  const inviteOne = async (email: string, draft: InviteDraft, isOnly: boolean) => {
    const user = await api.team.addUser({ body: toNewUser(email, draft, isOnly) })
    after('create-user', { userId: user?.id, email, roleIds: draft.roleIds })
  }

  return {
    /** Invites each email separately; failed ones stay in the form with the reason. */
    async invite(draft: InviteDraft): Promise<void> {
      const emails = allEmails(draft)
      if (!before('create-user', { emails, roleIds: draft.roleIds })) return
      raiseInvited(draft, emails)
      const isOnly = emails.length === 1
      const result = await runJob('invite', emails, String, (email) => inviteOne(email, draft, isOnly))
      const failures = result.failed.map(({ failure }) => failure)
      apply(invitesDone([...result.failed.map(({ item }) => item), ...result.left], failures))
      if (result.done.length === 0) return
      notify('invited', { count: result.done.length, email: result.done[0] ?? '' })
      await (isOnly ? reloadFromStart(result.done) : reloadAfterBulk(result.done))
    },
  }
}
