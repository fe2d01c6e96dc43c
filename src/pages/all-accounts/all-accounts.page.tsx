import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { accountsAddress } from './accounts.address.ts'
import { accountsMessages } from './accounts.messages.ts'
import { accountsSlice } from './accounts.slice.ts'
import { initialAccounts } from './accounts.state.ts'
import { AccountsView } from './accounts.view.tsx'

export const feature = pageFeature({
  initial: initialAccounts,
  slice: accountsSlice,
  messages: accountsMessages,
  address: accountsAddress,
  typed: ({ query }) => query.search,
  View: AccountsView,
})
