import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { accountsSlice } from './all-accounts.actions.ts'
import { accountsMessages } from './all-accounts.messages.ts'
import { initialAccounts } from './all-accounts.state.ts'
import { accountsUrl } from './all-accounts.url.ts'
import { AccountsView } from './all-accounts.view.tsx'

export const feature = pageFeature({
  initial: initialAccounts,
  slice: accountsSlice,
  messages: accountsMessages,
  url: accountsUrl,
  typed: ({ query }) => query.search,
  View: AccountsView,
})
