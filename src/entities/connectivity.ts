import type { PausedEvents } from './guarantee.ts'
import type { JsonObject, WireDate } from './wire.ts'

export type Channel = 'email' | 'slack' | 'sms' | 'webhook'

export interface SlackSub {
  id?: string
  isActive: boolean
  slackEvents: { eventKey: string; channelIds: string[]; title?: string; message?: string }[]
}

export interface ChannelSub {
  id?: string
  name: string
  enabled: boolean
  recipients: string[]
}

export interface ChannelConfig {
  eventKey: string
  enabled: boolean
  subscriptions: ChannelSub[]
}

export interface WebhookFields {
  displayName: string
  description: string
  url: string
  secret: string | null
  eventKeys: string[]
  isActive: boolean
}

export interface Webhook extends WebhookFields {
  _id: string
  invocations: number
  createdAt: string
  updatedAt: string
}

export interface NewWebhook extends WebhookFields {
  payload?: JsonObject
}

export interface WebhookLog {
  id: string
  webhookId: string
  body: string
  statusCode: string
  tenantId: string
  vendorId: string
  createdAt: string
}

export interface EventCategory {
  id: string
  name: string
  vendorId: string
  createdAt: string
  updatedAt: string
  events?: {
    id: string
    key: string
    displayName: string
    description?: string
    category?: string
    categoryId?: string
  }[]
}

export interface ChannelEvent {
  id: string
  key: string
  categoryId: string
  vendorId: string
  displayName: string
  description: string
  category: { id: string; vendorId: string; name: string; createdAt: string; updatedAt: string }
  /** Permission required to subscribe to the event, which this backend returns in addition to the wire. */
  permission?: string
  createdAt: string
  updatedAt: string
}

/** Status of a webhook's deliveries. */
export interface WebhookStatus extends PausedEvents {
  webhookId: string
  pending: number
  failingSince: WireDate | null
  previousSecretUntil: WireDate | null
}

/** One attempt to deliver an event, with its request and response. */
export interface WebhookAttempt extends WebhookLog {
  eventKey: string
  attempt: number
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
  responseBody: string
  error: string | null
  durationMs: number
}
