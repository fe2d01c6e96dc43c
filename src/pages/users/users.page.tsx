import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { usersAddress } from './users.address.ts'
import { usersMessages } from './users.messages.ts'
import { usersSlice } from './users.slice.ts'
import { initialUsers } from './users.state.ts'
import { UsersView } from './users.view.tsx'

export const feature = pageFeature({
  initial: initialUsers,
  slice: usersSlice,
  messages: usersMessages,
  address: usersAddress,
  typed: ({ list }) => list.query.search,
  View: UsersView,
})
