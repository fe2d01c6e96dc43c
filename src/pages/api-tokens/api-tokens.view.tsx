import { tokensFeature } from '../../parts/api-tokens/api-tokens.view.tsx'
import { tenantCalls } from '../../parts/api-tokens/token-calls.ts'
import { apiTokensMessages } from './api-tokens.messages.ts'

export const apiTokensFeature = tokensFeature({ messages: apiTokensMessages, calls: tenantCalls, hasRoles: true })
