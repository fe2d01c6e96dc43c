import { groupList, groups } from '../../contract/groups.ts'
import { team } from '../../contract/users.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { NO_USERS } from '../../parts/user-picker/user-search.ts'
import { type GroupsState, initialGroups } from './groups.state.ts'

const tables = { groupList, groups, team }

export type GroupsTables = typeof tables
export type GroupsContext = PageContext<GroupsState, GroupsTables>

/** Creates the context that all actions of the page share. */
export const createGroupsContext = (context: SliceContext<GroupsState>): GroupsContext =>
  createPageContext(context, { tables, initial: initialGroups, dialogStart: { users: NO_USERS } })
