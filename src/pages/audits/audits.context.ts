import { auditLog, audits } from '../../contract/audits.ts'
import { reports } from '../../contract/reports.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../parts/page-kit/page-context.ts'
import { type AuditsState, initialAudits } from './audits.state.ts'

const tables = { audits, auditLog, reports }

export type AuditsContext = PageContext<AuditsState, typeof tables>

/** Creates the context that all actions of the page share. */
export const createAuditsContext = (context: SliceContext<AuditsState>): AuditsContext =>
  createPageContext(context, { tables, initial: initialAudits })
