import { defineFeature, type FeatureProps } from '../../feature/define.ts'
import type { PageProps } from '../../feature/define-page.ts'
import { useListAddress } from '../../parts/record-list/use-list-address.ts'
import { useNotices } from '../../parts/undo/use-notices.ts'
import { accountsAddressFrom, writeAccountsAddress } from './accounts.address.ts'
import { type AccountsTexts, accountsMessages } from './accounts.messages.ts'
import { type AccountsActions, accountsSlice, addressOfAccounts } from './accounts.slice.ts'
import { type AccountsState, initialAccounts } from './accounts.state.ts'
import { AccountsView } from './accounts.view.tsx'

const AllAccountsPage = ({
  page: _,
  location,
  ...props
}: FeatureProps<AccountsState, AccountsActions, AccountsTexts> & PageProps) => {
  const { state, actions, t } = props
  useListAddress({
    location,
    search: addressOfAccounts(state),
    canonical: (search) => writeAccountsAddress(accountsAddressFrom(search)),
    open: actions.open,
    follow: actions.follow,
    close: actions.close,
    typed: state.address.search,
  })
  useNotices({
    notice: state.notice,
    textOf: ({ key, values }) => t(key, values),
    isTrouble: (key) => key === 'failed' || key === 'gone',
    undoLabel: '',
  })
  return <AccountsView {...props} />
}

export const feature = defineFeature<AccountsState, AccountsActions, AccountsTexts, PageProps>({
  initial: initialAccounts,
  slice: accountsSlice,
  messages: accountsMessages,
  Component: AllAccountsPage,
})
