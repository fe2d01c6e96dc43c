import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { usersSlice } from './users.actions.ts'
import { usersMessages } from './users.messages.ts'
import { initialUsers } from './users.state.ts'
import { usersUrl } from './users.url.ts'
import { UsersView } from './users.view.tsx'

export const feature = pageFeature({
  initial: initialUsers,
  slice: usersSlice,
  messages: usersMessages,
  url: usersUrl,
  typed: ({ list }) => list.query.search,
  View: UsersView,
})
