import { defineMessages } from '../../feature/messages.ts'
import { tokensTexts } from '../../parts/api-tokens/api-tokens.messages.ts'

export const personalApiTokensMessages = defineMessages('adminPortal.personalTokens', {
  ...tokensTexts,
  pageTitle: 'Personal API tokens',
  pageDescription: 'Keys for your own scripts. They can do in {{tenant}} what you can do.',
})
