import type { AnyEndpoint } from '../../contract/endpoint.ts'
import type { Store } from '../store/store.ts'

/** One way to grant. The caller is `eve`, who may not grant `role`. */
export interface Grant {
  /** Name of the call in the contract, such as `groups.addRoles`. */
  operation: string
  endpoint: AnyEndpoint
  path?: Record<string, string>
  body?: (role: string) => object
  arrange?: (store: Store, role: string) => Promise<unknown>
  /** Whether it grants permissions rather than roles, so that ranks don't count. */
  isByPermission?: true
}
