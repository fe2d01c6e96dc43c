import { domainRestrictions, emailDomains } from '../../../contract/restrictions.ts'
import type { SliceContext } from '../../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../../parts/page-kit/page-context.ts'
import { type DomainsState, initialDomains } from './domains.state.ts'

const tables = { domainRestrictions, emailDomains }

export type DomainsTables = typeof tables
export type DomainsContext = PageContext<DomainsState, DomainsTables>

export const createDomainsContext = (context: SliceContext<DomainsState>): DomainsContext =>
  createPageContext(context, { tables, initial: initialDomains })
