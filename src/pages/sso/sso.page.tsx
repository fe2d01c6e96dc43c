import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { ssoMessages } from './sso.messages.ts'
import { ssoSlice } from './sso.slice.ts'
import { initialSso, ssoUrl } from './sso.state.ts'
import { SsoView } from './sso.view.tsx'

export const feature = pageFeature({
  initial: initialSso,
  slice: ssoSlice,
  messages: ssoMessages,
  url: ssoUrl,
  typed: ({ list }) => list.query.search,
  View: SsoView,
})
