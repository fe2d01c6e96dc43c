import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { webhooksMessages } from './webhooks.messages.ts'
import { webhooksSlice } from './webhooks.slice.ts'
import { initialWebhooks, webhooksUrl } from './webhooks.state.ts'
import { WebhooksView } from './webhooks.view.tsx'

export const feature = pageFeature({
  initial: initialWebhooks,
  slice: webhooksSlice,
  messages: webhooksMessages,
  url: webhooksUrl,
  typed: ({ list }) => list.query.search,
  View: WebhooksView,
})
