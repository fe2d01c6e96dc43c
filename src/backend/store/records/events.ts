/** What happened to one record of a tenant, written in the transaction of the change. */
export interface EventRecord {
  id: string
  tenantId: string
  key: string
  /** The record it happened to; deliveries keep the order of its events. */
  recordId: string
  /** Grows with every event of a record. */
  position: number
  /** The JSON text that receivers get. */
  body: string
  createdAt: number
}

export interface WebhookRecord {
  id: string
  tenantId: string
  displayName: string
  description: string
  url: string
  /** Sealed. */
  secret: string
  /** Sealed; still signs until `previousSecretUntil`. */
  previousSecret: string | null
  previousSecretUntil: number | null
  /** JSON list. */
  eventKeys: string
  isActive: boolean
  /** Since when no delivery succeeded; `null` while they do. */
  failingSince: number | null
  /** The member who made or last confirmed it; it sends what they may see today. `null` in older rows is the founder or an administrator. */
  guarantorId: string | null
  createdAt: number
  updatedAt: number
}

/** One event on its way to one receiver. */
export interface DeliveryRecord {
  id: string
  tenantId: string
  channel: 'webhook' | 'email' | 'sms' | 'slack'
  /** The webhook, or the settings of another channel that subscribe to the event. */
  webhookId: string
  /** Email, phone number or Slack channel; empty for a webhook. */
  target: string
  eventId: string
  /** Receiver and record: what must arrive in order. */
  lane: string
  position: number
  state: 'pending' | 'delivered' | 'failed' | 'canceled'
  attempts: number
  firstAttemptAt: number | null
  /** A pending delivery is due from here on; a worker that takes it moves this on, so that a dead worker's is due again. */
  nextAttemptAt: number
  createdAt: number
}

/** One attempt, as the log shows it. */
export interface WebhookLogRecord {
  id: string
  tenantId: string
  webhookId: string
  deliveryId: string
  eventKey: string
  attempt: number
  /** What was sent. */
  body: string
  requestHeaders: string
  /** `0` when no response arrived. */
  statusCode: string
  responseHeaders: string
  responseBody: string
  /** Why no response arrived. */
  error: string | null
  durationMs: number
  createdAt: number
}
