import type { Member } from '../../contract/additions/members.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { UsersContext } from './users.calls.ts'
import { DAY_SECONDS } from './users.member.ts'
import { detailsActions } from './users.member-actions.ts'
import { replaceUser } from './users.state.ts'

/** Creates the rarely used actions for one user. */
export const rowActions = (context: UsersContext, reloadFigures: () => Promise<void>) => {
  const { apply, get, api, after, forOne } = context
  return {
    async resendToAll(member: Member): Promise<void> {
      const call = () => api.invitation.resendInvitationToAllTenants({ body: { email: member.email } })
      await forOne({ id: member.id, label: nameOfUser(member) }, call, 'resent')
    },
    async unlock(member: Member): Promise<void> {
      const call = async () => {
        try {
          await api.members.unlockMember({ path: { userId: member.id } })
        } catch (error) {
          if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'unlockMember'] }))
          throw error
        }
        apply(replaceUser(member.id, { isLocked: false }))
        after('update-user', { userId: member.id, isLocked: false })
      }
      await forOne({ id: member.id, label: nameOfUser(member) }, call, 'unlocked')
    },
    /** Signs the user out on every device. */
    async endSessions(member: Member): Promise<void> {
      const call = async () => {
        await api.sessions.revokeUserSessions({ body: { userId: member.id } })
        if (get().details?.userId === member.id) void detailsActions(context, reloadFigures).loadSecurity(member)
      }
      await forOne({ id: member.id, label: nameOfUser(member) }, call, 'sessionsEnded')
    },
    async extend(member: Member, days: number): Promise<void> {
      const call = async () => {
        const { temporaryExpirationDate } = await api.team.extendTemporaryUser({
          path: { userId: member.id },
          body: { expirationInSeconds: days * DAY_SECONDS },
        })
        apply(replaceUser(member.id, { temporaryExpirationDate }))
      }
      await forOne({ id: member.id, label: nameOfUser(member) }, call, 'extended')
    },
    async makePermanent(member: Member): Promise<void> {
      const call = async () => {
        await api.team.makeUserPermanent({ path: { userId: member.id } })
        apply(replaceUser(member.id, { temporaryExpirationDate: undefined }))
      }
      await forOne({ id: member.id, label: nameOfUser(member) }, call, 'madePermanent')
    },
  }
}
