import type { KeyValue } from '../kernel/storage.ts'
import { type Token, textClaim } from './token.ts'

/** The key is public, because deployed apps read a tab's tenant with it. */
const KEY = 'FRONTEGG_SEPARATE_TABS_BY_TENANT'

export interface TabTenant {
  isOn: boolean
  /** Returns the tab's tenant; `undefined` outside session-per-tenant mode and before the first login. */
  current(): string | undefined
  keep(token: Token): void
  /** Stores a choice; the returned function reverts it. */
  choose(tenantId: string): () => void
  forget(): void
}

/** Creates the store of session-per-tenant mode, in which each tab keeps its own tenant. */
export const createTabTenant = (isOn: boolean, tab: KeyValue): TabTenant => {
  const write = (tenantId: string | undefined) => {
    if (!isOn) return
    if (tenantId === undefined) tab.remove(KEY)
    else tab.set(KEY, tenantId)
  }
  const current = () => (isOn ? tab.get(KEY) : undefined)
  return {
    isOn,
    current,
    keep(token) {
      const tenant = textClaim(token.claims, 'tenantId')
      if (tenant) write(tenant)
    },
    choose(tenantId) {
      const before = current()
      write(tenantId)
      return () => write(before)
    },
    forget: () => write(undefined),
  }
}
