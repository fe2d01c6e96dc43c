import type { AnyEndpoint } from '../../contract/endpoint.ts'
import type { Store } from '../store/store.ts'

/** One way to grant: `role` is what its caller may not grant, `eve` is the caller. */
export interface Grant {
  /** The name in the contract, such as `groups.addRoles`. */
  operation: string
  endpoint: AnyEndpoint
  path?: Record<string, string>
  body?: (role: string) => object
  arrange?: (store: Store, role: string) => Promise<unknown>
  /** It grants permissions rather than roles, so that ranks don't count. */
  isByPermission?: true
}
