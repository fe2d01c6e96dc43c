import { defineMessages } from '../../i18n/messages.ts'
import { tokensTexts } from '../../parts/api-tokens/api-tokens.messages.ts'

export const apiTokensMessages = defineMessages('adminPortal.apiTokens', tokensTexts)
