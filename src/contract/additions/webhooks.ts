import type { WebhookAttempt, WebhookStatus } from '../../entities/connectivity.ts'
import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

const WEBHOOKS = '/identity/resources/fe/v1/webhooks'

export const webhooks = {
  /** Returns what the list of webhooks lacks: pending deliveries, and the time since which deliveries fail. */
  listWebhookStatuses: endpoint<void, void, { statuses: WebhookStatus[] }>()('GET', `${WEBHOOKS}/statuses`),
  /** Replaces the secret and returns it once; the earlier one stays valid for a day. `null` generates one. */
  rotateWebhookSecret: endpoint<void, { secret: string | null }, { secret: string; previousSecretUntil: WireDate }>()(
    'POST',
    `${WEBHOOKS}/{id}/secret-rotations`,
  ),
  /** Sends every event since this time again that the webhook subscribes to. At most 30 days and 10,000 events. */
  resendWebhookEvents: endpoint<void, { since: WireDate }, { count: number }>()('POST', `${WEBHOOKS}/{id}/resends`),
  getWebhookAttempt: endpoint<void, void, WebhookAttempt>()('GET', `${WEBHOOKS}/logs/{id}`),
}
