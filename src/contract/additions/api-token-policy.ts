import type { ApiTokenPolicy } from '../../entities/tokens.ts'
import { endpoint } from '../endpoint.ts'

const POLICY = '/identity/resources/fe/v1/api-token-policy'

/** How long new API tokens of the account, and of its users in it, may last. Existing ones keep their end. */
export const apiTokenPolicy = {
  getApiTokenPolicy: endpoint<void, void, ApiTokenPolicy>()('GET', POLICY),
  saveApiTokenPolicy: endpoint<void, ApiTokenPolicy, ApiTokenPolicy>()('PUT', POLICY),
}
