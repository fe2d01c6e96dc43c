import type { Member } from '../../contract/users.ts'
import { messageOf } from '../../kernel/errors.ts'
import { isMissing } from '../../parts/page-kit/page-context.ts'
import { nameOfUser } from '../../rules/user-name.ts'
import type { Reloads, UsersContext } from './users.calls.ts'
import { DAY_SECONDS, isBelow, roleIdsOf } from './users.member.ts'
import { type MemberDetails, replaceUser, type UsersState } from './users.state.ts'

const ACTIVITY_ROWS = 8

const HIDDEN = { phase: 'hidden' } as const
const LOADING = { phase: 'loading' } as const

const failed = (error: unknown) => (isMissing(error) ? HIDDEN : ({ phase: 'failed', error: messageOf(error) } as const))

/**
 * Returns whether more details are shown, which excludes users with an open invitation and users of another account.
 */
const canSeeMore = (state: UsersState, member: Member): boolean =>
  member.activatedForTenant !== false && !isBelow(member, state.viewer)

/** Creates the actions that load and change the details of one user. */
export const detailsActions = (context: UsersContext, { reloadFigures }: Reloads) => {
  const { apply, get, api, before, after, forOne } = context
  const put = (userId: string, patch: Partial<MemberDetails>) =>
    apply((state) => (state.details?.userId === userId ? { ...state, details: { ...state.details, ...patch } } : state))
  const loadSecurity = async ({ id: userId }: Member) => {
    put(userId, { security: LOADING })
    try {
      const value = await api.memberSecurity.getMemberSecurity({ path: { userId } })
      put(userId, { security: { phase: 'ready', value } })
    } catch (error) {
      put(userId, { security: failed(error) })
    }
  }
  const loadActivity = async ({ id: userId, email }: Member) => {
    put(userId, { activity: LOADING })
    try {
      const query = { email, sortBy: 'createdAt', sortDirection: 'desc', offset: 0, count: ACTIVITY_ROWS } as const
      const { data } = await api.audits.listAudits({ query })
      put(userId, { activity: { phase: 'ready', value: data } })
    } catch (error) {
      put(userId, { activity: failed(error) })
    }
  }
  const one = (member: Member) => ({ id: member.id, label: nameOfUser(member) })

  return {
    async loadDetails(member: Member): Promise<void> {
      const { viewer } = get()
      const canSee = canSeeMore(get(), member)
      apply((state) => ({ ...state, details: { userId: member.id, security: HIDDEN, activity: HIDDEN } }))
      await Promise.all([
        canSee && viewer?.may.endSessions && loadSecurity(member),
        canSee && viewer?.may.seeActivity && loadActivity(member),
      ])
    },
    loadSecurity,
    loadActivity,
    /** Saves roles like the dialog does, but keeps the details open; returns `false` if the server refused. */
    async saveRolesHere(member: Member, roleIds: readonly string[]): Promise<boolean> {
      if (!before('update-user', { userId: member.id, roleIds, before: roleIdsOf(member) })) return false
      const call = async () => {
        await context.saveRoles(member, roleIds)
        await reloadFigures()
      }
      return forOne(one(member), call, 'rolesSaved')
    },
    /** Removes all second factors of a user. */
    async resetMfa(member: Member): Promise<void> {
      if (!before('update-user', { userId: member.id, mfaEnrolled: false })) return
      const call = async () => {
        await api.memberSecurity.resetMemberMfa({ path: { userId: member.id } })
        apply(replaceUser(member.id, { mfaEnrolled: false, secondFactor: 'none' }))
        after('update-user', { userId: member.id, mfaEnrolled: false })
        await Promise.all([loadSecurity(member), reloadFigures()])
      }
      await forOne(one(member), call, 'mfaReset')
    },
  }
}

/** Creates the rarely used actions for one user. */
export const rowActions = (context: UsersContext, reloads: Reloads) => {
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
        if (get().details?.userId === member.id) void detailsActions(context, reloads).loadSecurity(member)
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
