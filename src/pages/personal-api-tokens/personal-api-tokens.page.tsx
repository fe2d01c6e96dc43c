import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { TokensTexts } from '../../parts/api-tokens/api-tokens.messages.ts'
import { TokensPage } from '../../parts/api-tokens/api-tokens.page.tsx'
import { type TokensActions, tokensSlice } from '../../parts/api-tokens/api-tokens.slice.ts'
import { initialTokens, type TokensState } from '../../parts/api-tokens/api-tokens.state.ts'
import { personalCalls } from '../../parts/api-tokens/token-calls.ts'
import { personalApiTokensMessages } from './personal-api-tokens.messages.ts'

const NEEDED = { create: 'fe.secure.write.userApiTokens', revoke: 'fe.secure.delete.userApiTokens' } as const

const PersonalApiTokens = (props: FeatureProps<TokensState, TokensActions, TokensTexts>) => (
  <TokensPage {...props} hasRoles={false} />
)

export const feature = defineFeature<TokensState, TokensActions, TokensTexts>({
  initial: initialTokens,
  slice: tokensSlice({ needed: NEEDED, hasRoles: false, calls: personalCalls }),
  messages: personalApiTokensMessages,
  Component: PersonalApiTokens,
})
