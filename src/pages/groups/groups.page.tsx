import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { groupsMessages } from './groups.messages.ts'
import { groupsSlice } from './groups.slice.ts'
import { groupsUrl, initialGroups } from './groups.state.ts'
import { GroupsView } from './groups.view.tsx'

export const feature = pageFeature({
  initial: initialGroups,
  slice: groupsSlice,
  messages: groupsMessages,
  url: groupsUrl,
  typed: ({ list }) => list.query.search,
  View: GroupsView,
})
