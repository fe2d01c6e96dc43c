import { additions } from '../../contract/additions.ts'
import { groups } from '../../contract/groups.ts'
import { invitation } from '../../contract/invitation.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError, messageOf } from '../../kernel/errors.ts'
import {
  busyWith,
  type Failure,
  type JobKind,
  jobAdvanced,
  jobFinished,
  jobStarted,
  type NoticeKey,
  noticed,
  type UsersState,
} from './users.state.ts'

const tables = { additions, groups, invitation, subTenants, team, users }

/** The backend does not know this call: an older or foreign one (DESIGN §9). */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404

export interface JobResult<Item> {
  done: Item[]
  failed: { item: Item; failure: Failure }[]
  /** Not tried, because it was stopped. */
  left: Item[]
}

/** What the groups of actions of the users page share. */
export const createUsersContext = ({ set, get, deps }: SliceContext<UsersState>) => {
  const apply = (...transitions: ((state: UsersState) => UsersState)[]) =>
    set(() => transitions.reduce((state, transition) => transition(state), get()))
  const api = deps.client(tables)
  const fail = (name: string, error: unknown) => apply(noticed('failed', { name, reason: messageOf(error) }))

  /** One call for one person: her row is busy meanwhile, and a failure is told in a toast. */
  const forOne = async (user: { id: string; label: string }, call: () => Promise<unknown>, done: NoticeKey) => {
    apply(busyWith(user.id, true))
    try {
      await call()
      apply(busyWith(user.id, false), noticed(done, { name: user.label, count: 1 }))
      return true
    } catch (error) {
      apply(busyWith(user.id, false))
      fail(user.label, error)
      return false
    }
  }

  /** One call per item, one after the other; a failure does not stop the rest, the person can. */
  const runJob = async <Item>(
    kind: JobKind,
    items: readonly Item[],
    labelOf: (item: Item) => string,
    call: (item: Item) => Promise<unknown>,
  ): Promise<JobResult<Item>> => {
    const result: JobResult<Item> = { done: [], failed: [], left: [...items] }
    apply(jobStarted(kind, items.length))
    while (result.left.length > 0 && get().job?.phase === 'running') {
      const item = result.left.shift() as Item // the loop's condition
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

  return { apply, get, deps, api, fail, forOne, runJob }
}

export type UsersContext = ReturnType<typeof createUsersContext>
