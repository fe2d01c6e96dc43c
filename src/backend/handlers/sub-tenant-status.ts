import type { subTenantStatus } from '../../contract/accounts.ts'
import { lazy } from '../../kernel/lazy.ts'
import { allowed, type Handlers } from '../http/handler.ts'

// Loaded on demand, because only the operator calls it.
const work = lazy(() => import('./sub-tenant-status-work.ts'))

export const subTenantStatusHandlers = {
  updateStatus: allowed('fe.account-hierarchy.delete.subAccount', async (call) => (await work()).updateStatus(call)),
} satisfies Handlers<typeof subTenantStatus>
