import type { Member } from '../../contract/additions/members.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import type { UsersContext } from './users.context.ts'
import { detailsActions } from './users.details.ts'
import { DAY_SECONDS, nameOf } from './users.rows.ts'
import { busyWith, replaceUser } from './users.state.ts'

/** What few visits do to one user. */
export const rowActions = (context: UsersContext, reloadFigures: () => Promise<void>) => {
  const { apply, get, api, after, forOne, fail, notify, closeDialog } = context
  return {
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
        await detailsActions(context, reloadFigures).loadSecurity(member)
    },
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
