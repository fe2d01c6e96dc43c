import { groupList } from '../../contract/additions/group-list.ts'
import { guarantees } from '../../contract/additions/guarantees.ts'
import { inviteChecks } from '../../contract/additions/invite-checks.ts'
import { inviteLinkConfiguration } from '../../contract/additions/invite-link-configuration.ts'
import { memberSecurity } from '../../contract/additions/member-security.ts'
import { members } from '../../contract/additions/members.ts'
import { temporaryUserConfiguration } from '../../contract/additions/temporary-user-configuration.ts'
import { audits } from '../../contract/audits.ts'
import { groups } from '../../contract/groups.ts'
import { invitation } from '../../contract/invitation.ts'
import { sessions } from '../../contract/sessions.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import { isImporting } from './users.import.ts'
import {
  busyWith,
  DIALOG_START,
  type Failure,
  initialUsers,
  isWorking,
  type JobKind,
  jobAdvanced,
  jobFinished,
  jobStarted,
  type UsersNotice,
  type UsersState,
} from './users.state.ts'

const tables = {
  audits,
  groupList,
  groups,
  guarantees,
  invitation,
  inviteChecks,
  inviteLinkConfiguration,
  memberSecurity,
  members,
  sessions,
  subTenants,
  team,
  temporaryUserConfiguration,
  users,
}

export type UsersTables = typeof tables

interface JobResult<Item> {
  done: Item[]
  failed: { item: Item; failure: Failure }[]
  /** Items that were not tried, because the job was stopped. */
  left: Item[]
}

/** Notices of failures for which a text about an "update" would be too vague. */
const FAILED: Readonly<Partial<Record<UsersNotice, UsersNotice>>> = {
  resent: 'resendFailed',
  sessionsEnded: 'signOutFailed',
  mfaReset: 'mfaResetFailed',
}

/** Creates the context that all actions of the users page share. */
export const createUsersContext = (context: SliceContext<UsersState>) => {
  const page = createPageContext(context, {
    tables,
    initial: initialUsers,
    dialogStart: DIALOG_START,
    isBusy: (state) => (state.dialog !== null && isWorking(state)) || isImporting(state.importing),
  })
  const { apply, get, failWith, notify } = page

  /**
   * Makes a call for one user. The row is busy meanwhile, and a failure is shown in a toast that can retry the call.
   */
  const forOne = async (
    user: { id: string; label: string },
    call: () => Promise<unknown>,
    done: UsersNotice,
  ): Promise<boolean> => {
    apply(busyWith(user.id, true))
    try {
      await call()
      notify(done, { name: user.label, count: 1 })
      return true
    } catch (error) {
      failWith(FAILED[done] ?? 'failed', { name: user.label, error, retry: () => forOne(user, call, done) })
      return false
    } finally {
      apply(busyWith(user.id, false))
    }
  }

  /** Makes one call per item, one after another. A failure doesn't stop the rest, but the user can. */
  const runJob = async <Item>(
    kind: JobKind,
    items: readonly Item[],
    labelOf: (item: Item) => string,
    call: (item: Item) => Promise<unknown>,
  ): Promise<JobResult<Item>> => {
    const result: JobResult<Item> = { done: [], failed: [], left: [...items] }
    apply(jobStarted(kind, items.length))
    while (result.left.length > 0 && get().job?.phase === 'running') {
      const item = result.left.shift() as Item // guaranteed by the loop's condition
      try {
        await call(item)
        result.done.push(item)
        apply(jobAdvanced())
      } catch (error) {
        const failure = { label: labelOf(item), reason: messageOf(error) }
        result.failed.push({ item, failure })
        apply(jobAdvanced(failure))
      }
    }
    apply(jobFinished)
    return result
  }

  return { ...page, forOne, runJob }
}

export type UsersContext = ReturnType<typeof createUsersContext>
