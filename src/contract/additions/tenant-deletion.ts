import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'
import type { Confirmation } from './self-service.ts'

/** Whether the account of the call is about to be deleted. */
export interface TenantDeletion {
  /** Time of the deletion; `null` when none is scheduled. */
  deletesAt: WireDate | null
  /** Email of the administrator who requested it. */
  requestedBy: string | null
}

const DELETION = '/identity/resources/fe/v1/account/deletion'

/**
 * The account stays usable until it is deleted, and every administrator with the permission can cancel the deletion.
 */
export const tenantDeletion = {
  getTenantDeletion: endpoint<void, void, TenantDeletion>()('GET', DELETION),
  /**
   * Deletes the account of the call after 14 days and notifies its members. Users without another account are deleted
   * with it.
   *
   * @throws 400 unless `name` is the account's own, 409 for an account with sub-accounts, which must be deleted first
   */
  scheduleTenantDeletion: endpoint<void, Confirmation & { name: string }, TenantDeletion>()('POST', DELETION),
  cancelTenantDeletion: endpoint<void, void, TenantDeletion>()('DELETE', DELETION),
}
