import type { Ignored } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

export const subTenantTree = {
  /** Moves an account, with all accounts below it, under another one. */
  moveSubTenant: endpoint<void, { parentTenantId: string }, Ignored>()(
    'PUT',
    '/identity/resources/fe/v1/sub-tenants/{tenantId}/parent',
  ),
}
