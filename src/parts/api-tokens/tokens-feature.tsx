import type { MessageSet } from '../../i18n/messages.ts'
import { pageFeature } from '../page-kit/page-feature.tsx'
import type { TokensTexts } from './api-tokens.messages.ts'
import type { TokensViewProps } from './api-tokens.props.ts'
import { type TokenScope, tokensSlice } from './api-tokens.slice.ts'
import { initialTokens, tokensUrl } from './api-tokens.state.ts'
import { TokensView } from './api-tokens.view.tsx'

interface TokensFeatureParts extends TokenScope {
  messages: MessageSet<TokensTexts>
}

type ScopedView = (props: Omit<TokensViewProps, 'hasRoles'>) => React.ReactNode

const WithRoles: ScopedView = (props) => <TokensView {...props} hasRoles />
const WithoutRoles: ScopedView = (props) => <TokensView {...props} hasRoles={false} />

/** Creates one of the two token pages. */
export const tokensFeature = ({ messages, ...scope }: TokensFeatureParts) =>
  pageFeature({
    initial: initialTokens,
    slice: tokensSlice(scope),
    messages,
    url: tokensUrl,
    typed: ({ list }) => list.query.search,
    View: scope.hasRoles ? WithRoles : WithoutRoles,
  })
