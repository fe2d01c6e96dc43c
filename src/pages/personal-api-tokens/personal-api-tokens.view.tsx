import { tokensFeature } from '../../parts/api-tokens/api-tokens.view.tsx'
import { personalCalls } from '../../parts/api-tokens/token-calls.ts'
import { personalApiTokensMessages } from './personal-api-tokens.messages.ts'

export const personalApiTokensFeature = tokensFeature({
  messages: personalApiTokensMessages,
  calls: personalCalls,
  hasRoles: false,
})
