import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { auditsMessages } from './audits.messages.ts'
import { auditsSlice } from './audits.slice.ts'
import { auditsUrl, initialAudits } from './audits.state.ts'
import { AuditsView } from './audits.view.tsx'

export const feature = pageFeature({
  initial: initialAudits,
  slice: auditsSlice,
  messages: auditsMessages,
  url: auditsUrl,
  typed: ({ list }) => list.query.search,
  View: AuditsView,
})
