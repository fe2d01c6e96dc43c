import type { tenantDeletion } from '../../contract/accounts.ts'
import {
  cancelTenantDeletion,
  DELETE_ACCOUNT,
  scheduleTenantDeletion,
  shownDeletion,
} from '../domain/self-service/tenant-deletion.ts'
import { allowed, type Handlers } from '../http/handler.ts'

export const tenantDeletionHandlers = {
  getTenantDeletion: allowed(DELETE_ACCOUNT, async ({ ports, auth }) =>
    shownDeletion(await ports.store.deletions.get(auth.tenantId)),
  ),
  scheduleTenantDeletion: allowed(DELETE_ACCOUNT, async (call) =>
    shownDeletion(await scheduleTenantDeletion(call, call.body)),
  ),
  cancelTenantDeletion: allowed(DELETE_ACCOUNT, async (call) => {
    await cancelTenantDeletion(call)
    return shownDeletion(undefined)
  }),
} satisfies Handlers<typeof tenantDeletion>
