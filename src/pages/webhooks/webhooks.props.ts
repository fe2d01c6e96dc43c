import type { FeatureProps } from '../../feature/define.ts'
import type { WebhooksTexts } from './webhooks.messages.ts'
import type { WebhooksActions } from './webhooks.slice.ts'
import type { WebhooksState } from './webhooks.state.ts'

export type WebhooksViewProps = FeatureProps<WebhooksState, WebhooksActions, WebhooksTexts>
