import { tenantCalls } from '../../parts/api-tokens/token-calls.ts'
import { tokensFeature } from '../../parts/api-tokens/tokens-feature.tsx'
import { apiTokensMessages } from './api-tokens.messages.ts'

export const apiTokensFeature = tokensFeature({ messages: apiTokensMessages, calls: tenantCalls, hasRoles: true })
