import { permissions, roleList, roles } from '../../contract/roles.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { NO_USERS } from '../../parts/user-picker/user-search.ts'
import { initialRoles, type RolesState } from './roles.state.ts'

const tables = { permissions, roleList, roles }

export type RolesTables = typeof tables
export type RolesContext = PageContext<RolesState, RolesTables>

/** Creates the context that all actions of the page share. */
export const createRolesContext = (context: SliceContext<RolesState>): RolesContext =>
  createPageContext(context, {
    tables,
    initial: initialRoles,
    dialogStart: { impact: { phase: 'none' }, members: NO_USERS },
  })
