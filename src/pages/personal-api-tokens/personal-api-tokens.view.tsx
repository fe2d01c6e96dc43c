import { personalCalls } from '../../parts/api-tokens/token-calls.ts'
import { tokensFeature } from '../../parts/api-tokens/tokens-feature.tsx'
import { personalApiTokensMessages } from './personal-api-tokens.messages.ts'

export const personalApiTokensFeature = tokensFeature({
  messages: personalApiTokensMessages,
  calls: personalCalls,
  hasRoles: false,
})
