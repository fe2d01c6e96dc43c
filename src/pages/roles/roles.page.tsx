import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { rolesMessages } from './roles.messages.ts'
import { rolesSlice } from './roles.slice.ts'
import { initialRoles, rolesUrl } from './roles.state.ts'
import { RolesView } from './roles.view.tsx'

export const feature = pageFeature({
  initial: initialRoles,
  slice: rolesSlice,
  messages: rolesMessages,
  url: rolesUrl,
  typed: ({ list }) => list.query.search,
  View: RolesView,
})
