import { subTenants } from '../../contract/accounts.ts'
import { audits } from '../../contract/audits.ts'
import type { CallOptions } from '../../contract/client.ts'
import { groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { invitation } from '../../contract/invitation.ts'
import { sessions } from '../../contract/me.ts'
import { lockoutGuard } from '../../contract/security.ts'
import {
  inviteChecks,
  inviteLinkConfiguration,
  type Member,
  type MembersPage,
  memberSecurity,
  members,
  team,
  temporaryUserConfiguration,
  users,
} from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createPageContext } from '../../parts/page-kit/page-context.ts'
import type { ListPage } from '../../parts/record-list/list-state.ts'
import { completeUser } from '../../rules/known-user.ts'
import { isImporting } from './users.import.ts'
import { isBelow, rolesFrom } from './users.member.ts'
import { toMembersQuery, toWireQuery, type UsersQuery } from './users.query.ts'
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
  replaceUser,
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
  lockoutGuard,
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

/** Reloads that actions ask for after a change. */
export interface Reloads {
  reload(): Promise<void>
  /** Reloads the figures after a change that the list already shows. */
  reloadFigures(): Promise<void>
  /** Reloads after users were added, latest first, so that they are in view. */
  reloadFromStart(emails?: readonly string[]): Promise<void>
  /** Reloads after several users were added at once. */
  reloadAfterBulk(emails?: readonly string[]): Promise<void>
}

/** Creates the context that all actions of the users page share: its calls, jobs, and how roles are saved. */
export const createUsersContext = (context: SliceContext<UsersState>) => {
  const page = createPageContext(context, {
    tables,
    initial: initialUsers,
    dialogStart: DIALOG_START,
    isBusy: (state) => (state.dialog !== null && isWorking(state)) || isImporting(state.importing),
  })
  const { api, apply, get, failWith, notify, after } = page

  /**
   * Makes a call for one user. The row is busy meanwhile, and a failure is shown in a toast that can retry the call.
   */
  const forOne = async (
    user: { id: string; label: string },
    call: () => Promise<unknown>,
    done: UsersNotice,
    retry: () => unknown = () => forOne(user, call, done),
  ): Promise<boolean> => {
    apply(busyWith(user.id, true))
    try {
      await call()
      notify(done, { name: user.label, count: 1 })
      return true
    } catch (error) {
      failWith(FAILED[done] ?? 'failed', { name: user.label, error, retry })
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

  /**
   * Saves the roles of one user in the account of their row, and shows them. All dialogs and bulk actions save roles
   * with it.
   *
   * @throws what the call throws
   */
  const saveRoles = async (member: Member, roleIds: readonly string[], options?: CallOptions): Promise<void> => {
    const { id: userId, tenantId } = member
    if (isBelow(member, get().viewer)) {
      const body = { subTenantsRoles: [{ tenantId, roleIds: [...roleIds] }] }
      await api.subTenants.setUserRoles({ path: { userId }, body }, options)
      // A user of several accounts has several rows, so the list is reloaded instead.
      return after('update-user', { userId, tenantId, roleIds })
    }
    // The API expects a single empty string to clear the roles.
    const body = { id: userId, roleIds: roleIds.length > 0 ? [...roleIds] : [''] }
    await api.team.updateMember({ body }, options)
    apply(replaceUser(userId, { roles: rolesFrom(get().roles, roleIds, member.roles) }))
    after('update-user', { userId, roleIds })
  }

  return { ...page, forOne, runJob, saveRoles }
}

export type UsersContext = ReturnType<typeof createUsersContext>

/**
 * Loads one page of users, with filters if the backend supports them.
 *
 * @param capped whether counting may stop early; `totalPages` is not the end then
 */
export const fetchUsers = (
  { api, known }: UsersContext,
  query: UsersQuery,
  { signal, capped }: { signal?: AbortSignal; capped?: true } = {},
): Promise<ListPage<Member> & { totalPages: number; hasMore: boolean }> => {
  const options = signal && { signal }
  const toPage = ({ items, _metadata: { totalItems, totalPages, hasMore = false } }: MembersPage) => ({
    items: items.map(completeUser),
    totalItems,
    totalPages,
    hasMore,
  })
  const membersQuery = { ...toMembersQuery(query), ...(capped && { capped }) }
  return known(
    'listMembers',
    async () => toPage(await api.members.listMembers({ query: membersQuery }, options)),
    async () => toPage(await api.users.listUsersV2({ query: toWireQuery(query) }, options)),
  )
}
