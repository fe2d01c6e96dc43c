import type { MemberPreset } from '../../../contract/users.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { isMissing } from '../../../parts/page-kit/page-context.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import type { CenterContext } from './center.context.ts'
import type { BulkFailure, BulkKind, CenterDialog, CenterNotice, ListedUser } from './center.state.ts'

/** The table whose users an action applies to. */
const TABLE_OF: Readonly<Record<BulkKind, MemberPreset>> = {
  send: 'breached-passwords',
  require: 'mfa-unenrolled',
  remove: 'inactive',
}

const NOTICE_OF: Readonly<Record<BulkKind, CenterNotice>> = { send: 'sent', require: 'required', remove: 'removed' }

/** Sends the emails with the added call, or with the call for a single user if the backend lacks it. */
const sendingTo = ({ api, known }: CenterContext) => {
  const sendOne = async (email: string) => void (await api.password.forgotPassword({ body: { email } }))
  return (user: ListedUser) =>
    known(
      'mailBreachedUsers',
      async () => void (await api.breachedPasswordEmails.mailBreachedUsers({ body: { userIds: [user.id] } })),
      () => sendOne(user.email),
    )
}

const requiringOf =
  ({ api, apply, after }: CenterContext) =>
  async ({ id }: ListedUser): Promise<void> => {
    try {
      await api.memberMfa.requireMfa({ body: { userIds: [id], required: true } })
      after('update-user', { userId: id, mfaRequired: true })
    } catch (error) {
      if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'requireMfa'] }))
      throw error
    }
  }

/** Returns the call for each user of a bulk action. */
const worksOf = (context: CenterContext): Readonly<Record<BulkKind, (user: ListedUser) => Promise<void>>> => ({
  send: sendingTo(context),
  require: requiringOf(context),
  async remove({ id }) {
    await context.api.team.deleteMember({ path: { userId: id } })
    context.after('delete-user', { userId: id })
  },
})

/** Events that let the host stop a change of a user. Sending an email changes no user, so it has none. */
const EVENT_OF = { require: 'update-user', remove: 'delete-user' } as const

/**
 * Creates the actions on selected users. They show progress, can be stopped, and end with a list of failures and
 * reasons.
 */
export const bulkActions = (context: CenterContext, reload: (preset: MemberPreset) => Promise<void>) => {
  const { get, apply, api, submit, notify, before } = context
  const works = worksOf(context)
  const put = (patch: { done?: number; failed?: readonly BulkFailure[]; isOver?: boolean }) =>
    apply((state) => (state.job ? { ...state, job: { ...state.job, ...patch } } : state))
  const one = async (kind: BulkKind, user: ListedUser): Promise<BulkFailure | undefined> => {
    try {
      await works[kind](user)
      return undefined
    } catch (error) {
      return { id: user.id, name: nameOfUser(user), reason: messageOf(error) }
    }
  }
  const allowed = (kind: BulkKind, users: readonly ListedUser[]) =>
    kind === 'send' ? users : users.filter(({ id }) => before(EVENT_OF[kind], { userId: id }))
  const run = async (kind: BulkKind, users: readonly ListedUser[]): Promise<void> => {
    apply((state) => ({
      ...state,
      dialog: null,
      job: { kind, total: users.length, done: 0, failed: [], isOver: false },
    }))
    const failed: BulkFailure[] = []
    let done = 0
    for (const user of users) {
      if (get().job?.isOver !== false) break
      const failure = await one(kind, user)
      if (failure) failed.push(failure)
      done += 1
      put({ done, failed: [...failed] })
    }
    const succeeded = done - failed.length
    if (succeeded > 0) notify(NOTICE_OF[kind], { count: succeeded })
    apply((state) => ({ ...state, job: failed.length && state.job ? { ...state.job, isOver: true } : undefined }))
  }
  return {
    async run({ kind, users }: CenterDialog): Promise<void> {
      if (get().job && !get().job?.isOver) return
      if (users) await run(kind, allowed(kind, users))
      else if (await submit(() => api.password.sendBreachedPasswordEmails())) notify('sentAll')
      await reload(TABLE_OF[kind])
    },
    stopJob: () => put({ isOver: true }),
    dropJob: () => apply((state) => ({ ...state, job: undefined })),
  }
}
