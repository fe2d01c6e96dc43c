import type { ApiTokenPolicy } from '../../entities/tokens.ts'
import { endpoint } from '../endpoint.ts'

const POLICY = '/identity/resources/fe/v1/api-token-policy'

/** Maximum lifetime of new API tokens of the account, and of its users in it. Existing tokens keep their expiry. */
export const apiTokenPolicy = {
  getApiTokenPolicy: endpoint<void, void, ApiTokenPolicy>()('GET', POLICY),
  saveApiTokenPolicy: endpoint<void, ApiTokenPolicy, ApiTokenPolicy>()('PUT', POLICY),
}
