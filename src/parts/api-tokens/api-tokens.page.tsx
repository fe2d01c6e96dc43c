import { useListAddress } from '../record-list/use-list-address.ts'
import { useNotices } from '../undo/use-notices.ts'
import { addressOfTokens, tokensAddressFrom, writeTokensAddress } from './api-tokens.state.ts'
import { TokensView, type TokensViewProps } from './api-tokens.view.tsx'

/** One of the two token pages, with its address and its notices. */
export const TokensPage = (props: TokensViewProps) => {
  const { state, actions, t } = props
  useListAddress({
    search: addressOfTokens(state),
    canonical: (search) => writeTokensAddress(tokensAddressFrom(search)),
    open: actions.open,
    follow: actions.follow,
    close: actions.close,
    typed: state.list.query.search,
  })
  useNotices({
    notice: state.notice,
    textOf: ({ key, values }) => t(key, values),
    isTrouble: (key) => key === 'failed' || key === 'gone',
    undoLabel: '',
  })
  return <TokensView {...props} />
}
