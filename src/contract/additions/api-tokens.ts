import type { MachineBearer, TokenChange } from '../../entities/tokens.ts'
import type { Ignored } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

export const apiTokens = {
  /** Exchanges client credentials for a bearer token that is valid for a few minutes (after RFC 6749 §4.4). */
  exchangeApiToken: endpoint<void, { clientId: string; secret: string }, MachineBearer>()(
    'POST',
    '/identity/resources/fe/v1/api-tokens/exchange',
    { noToken: true },
  ),
  /** Renames a token of the caller, of either kind. */
  updateUserApiToken: endpoint<void, { description: string }, Ignored>()(
    'PATCH',
    '/identity/resources/fe/v1/users/api-tokens/{tokenId}',
  ),
  /** Renames a token of the account or changes its roles. */
  updateTenantApiToken: endpoint<void, TokenChange, Ignored>()(
    'PATCH',
    '/identity/resources/fe/v1/tenants/api-tokens/{tokenId}',
  ),
}
