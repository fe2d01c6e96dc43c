import type { FeatureProps } from '../../feature/define.ts'
import type { TokensTexts } from './api-tokens.messages.ts'
import type { TokensActions } from './api-tokens.slice.ts'
import type { TokensState } from './api-tokens.state.ts'

export interface TokensViewProps extends FeatureProps<TokensState, TokensActions, TokensTexts> {
  /** Account tokens have roles. */
  hasRoles: boolean
}
