import { breachedPasswordEmails } from '../../../contract/additions/breached-password-emails.ts'
import { memberMfa } from '../../../contract/additions/member-mfa.ts'
import { groups } from '../../../contract/groups.ts'
import { password } from '../../../contract/password.ts'
import { securityCenter } from '../../../contract/security-center.ts'
import { sessionConfig } from '../../../contract/session-config.ts'
import { team } from '../../../contract/team.ts'
import { users } from '../../../contract/users.ts'
import type { SliceContext } from '../../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../../parts/page-kit/page-context.ts'
import { type CenterState, initialCenter } from './center.state.ts'

const tables = { breachedPasswordEmails, groups, memberMfa, password, securityCenter, sessionConfig, team, users }

export type CenterContext = PageContext<CenterState, typeof tables>

/** Creates the context that all actions of the tab share. */
export const createCenterContext = (context: SliceContext<CenterState>): CenterContext =>
  createPageContext(context, { tables, initial: initialCenter })
