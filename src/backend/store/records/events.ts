import type { Dated } from './dated.ts'

/** A change of one record of a tenant, written in the transaction of the change. */
export interface EventRecord {
  id: string
  tenantId: string
  key: string
  /** Id of the changed record; deliveries keep the order of its events. */
  recordId: string
  /** Grows with every event of a record. */
  position: number
  /** The JSON text that receivers get. */
  body: string
  createdAt: number
}

export interface WebhookRecord extends Dated {
  id: string
  tenantId: string
  displayName: string
  description: string
  url: string
  /** Sealed secret. */
  secret: string
  /** Sealed secret that still signs until `previousSecretUntil`. */
  previousSecret: string | null
  previousSecretUntil: number | null
  /** JSON list. */
  eventKeys: string
  isActive: boolean
  /** Start of the current series of failed deliveries; `null` while deliveries succeed. */
  failingSince: number | null
  /**
   * The member who created or last confirmed it; it sends only what they may currently see. `null` in older rows means
   * the founder or an administrator.
   */
  guarantorId: string | null
}

/** A delivery of one event to one receiver. */
export interface DeliveryRecord {
  id: string
  tenantId: string
  channel: 'webhook' | 'email' | 'sms' | 'slack'
  /** Id of the webhook, or of another channel's settings that subscribe to the event. */
  webhookId: string
  /** Email, phone number or Slack channel; empty for a webhook. */
  target: string
  eventId: string
  /** Receiver and record: deliveries of one lane must arrive in order. */
  lane: string
  position: number
  state: 'pending' | 'delivered' | 'failed' | 'canceled'
  attempts: number
  firstAttemptAt: number | null
  /**
   * Time at which a pending delivery is due. The worker that claims it postpones this time, so that the delivery is due
   * again if the worker dies.
   */
  nextAttemptAt: number
  createdAt: number
}

/** One attempt, as shown in the log. */
export interface WebhookLogRecord {
  id: string
  tenantId: string
  webhookId: string
  deliveryId: string
  eventKey: string
  attempt: number
  /** The request body. */
  body: string
  requestHeaders: string
  /** `0` when no response arrived. */
  statusCode: string
  responseHeaders: string
  responseBody: string
  /** The reason why no response arrived. */
  error: string | null
  durationMs: number
  createdAt: number
}

export interface EventsRecords {
  events: EventRecord
  webhooks: WebhookRecord
  deliveries: DeliveryRecord
  webhookLogs: WebhookLogRecord
}
