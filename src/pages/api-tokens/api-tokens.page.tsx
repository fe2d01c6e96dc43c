import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { TokensTexts } from '../../parts/api-tokens/api-tokens.messages.ts'
import { TokensPage } from '../../parts/api-tokens/api-tokens.page.tsx'
import { type TokensActions, tokensSlice } from '../../parts/api-tokens/api-tokens.slice.ts'
import { initialTokens, type TokensState } from '../../parts/api-tokens/api-tokens.state.ts'
import { tenantCalls } from '../../parts/api-tokens/token-calls.ts'
import { apiTokensMessages } from './api-tokens.messages.ts'

const NEEDED = { create: 'fe.secure.write.tenantApiTokens', revoke: 'fe.secure.delete.tenantApiTokens' } as const

const ApiTokens = (props: FeatureProps<TokensState, TokensActions, TokensTexts>) => <TokensPage {...props} hasRoles />

export const feature = defineFeature<TokensState, TokensActions, TokensTexts>({
  initial: initialTokens,
  slice: tokensSlice({ needed: NEEDED, hasRoles: true, calls: tenantCalls }),
  messages: apiTokensMessages,
  Component: ApiTokens,
})
