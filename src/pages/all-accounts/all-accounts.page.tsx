import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { accountsMessages } from './accounts.messages.ts'
import { accountsSlice } from './accounts.slice.ts'
import { initialAccounts } from './accounts.state.ts'
import { accountsUrl } from './accounts.url.ts'
import { AccountsView } from './accounts.view.tsx'

export const feature = pageFeature({
  initial: initialAccounts,
  slice: accountsSlice,
  messages: accountsMessages,
  url: accountsUrl,
  typed: ({ query }) => query.search,
  View: AccountsView,
})
