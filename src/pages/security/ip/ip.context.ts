import { metadata } from '../../../contract/metadata.ts'
import { ipRestrictions, ipRules } from '../../../contract/restrictions.ts'
import type { SliceContext } from '../../../feature/slice.ts'
import { createPageContext } from '../../../parts/page-kit/page-context.ts'
import { createGuard } from '../../../parts/policy-guard/guard.slice.ts'
import { type IpState, initialIp } from './ip.state.ts'

const TABLES = { ipRestrictions, ipRules, metadata }
export type IpTables = typeof TABLES

export const createIpContext = (sliceContext: SliceContext<IpState>) => {
  const context = createPageContext(sliceContext, {
    tables: TABLES,
    initial: initialIp,
    dialogStart: { results: undefined },
  })
  return { ...context, guard: createGuard(context) }
}

export type IpContext = ReturnType<typeof createIpContext>
