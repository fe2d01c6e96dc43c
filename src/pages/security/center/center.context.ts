import { groups } from '../../../contract/groups.ts'
import { password } from '../../../contract/password.ts'
import { securityCenter, sessionConfig } from '../../../contract/security.ts'
import { breachedPasswordEmails, memberMfa, team, users } from '../../../contract/users.ts'
import type { SliceContext } from '../../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../../parts/page-kit/page-context.ts'
import { type CenterState, initialCenter } from './center.state.ts'

const tables = { breachedPasswordEmails, groups, memberMfa, password, securityCenter, sessionConfig, team, users }

export type CenterContext = PageContext<CenterState, typeof tables>

/** Creates the context that all actions of the tab share. */
export const createCenterContext = (context: SliceContext<CenterState>): CenterContext =>
  createPageContext(context, { tables, initial: initialCenter })
