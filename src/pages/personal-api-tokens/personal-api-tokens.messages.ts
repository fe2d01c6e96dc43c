import { defineMessages } from '../../i18n/messages.ts'
import { tokensTexts } from '../../parts/api-tokens/api-tokens.messages.ts'

export const personalApiTokensMessages = defineMessages('adminPortal.personalTokens', {
  ...tokensTexts,
  pageTitle: 'Personal API tokens',
  pageDescription: 'Let your own scripts call the {{tenant}} API with your permissions.',
})
