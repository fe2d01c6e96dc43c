import { additions } from '../../contract/additions.ts'
import { groups } from '../../contract/groups.ts'
import { team } from '../../contract/team.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { GroupsState } from './groups.state.ts'

const tables = { additions, groups, team }

/** The backend does not know this call: an older or foreign one (DESIGN §9). */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404

/** What the groups of actions of this page share. */
export const createGroupsContext = ({ set, get, deps }: SliceContext<GroupsState>) => ({
  get,
  deps,
  api: deps.client(tables),
  apply: (...transitions: ((state: GroupsState) => GroupsState)[]) =>
    set(() => transitions.reduce((state, transition) => transition(state), get())),
})

export type GroupsContext = ReturnType<typeof createGroupsContext>
