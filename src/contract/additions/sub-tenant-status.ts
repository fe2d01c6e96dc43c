import type { Ignored } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

/** Changes of an account's status; fields that are absent stay as they are. */
export interface SubTenantStatus {
  /**
   * Whether its members may not enter it. Sessions and API tokens stop with the next call, of the accounts below it too.
   */
  isSuspended?: boolean
  /** Purpose of the account; accounts that have sub-accounts by contract keep theirs. */
  type?: 'customer' | 'spam' | 'test'
  /** When a trial ends, in milliseconds since 1970; `null` for an account that isn't on trial. It is shown only. */
  trialEndsAt?: number | null
}

/** For the operator of the product, who is above all accounts. */
export const subTenantStatus = {
  updateStatus: endpoint<void, SubTenantStatus, Ignored>()(
    'PATCH',
    '/identity/resources/fe/v1/sub-tenants/{tenantId}/status',
  ),
}
