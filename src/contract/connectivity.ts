import type {
  Channel,
  ChannelConfig,
  ChannelEvent,
  ChannelSub,
  EventCategory,
  NewWebhook,
  SlackSub,
  Webhook,
  WebhookFields,
  WebhookLog,
} from '../entities/connectivity.ts'
import type { Ignored, JsonObject, JsonValue } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const CONFIGURATIONS = '/integrations/resources/configurations'
const SLACK = `${CONFIGURATIONS}/v1/slack` as const
const EMAILS = `${CONFIGURATIONS}/v1/emails` as const
const SMS = `${CONFIGURATIONS}/v2/sms` as const
const EVENTS = '/event/resources/configurations/v1'

interface ChannelFields {
  enabled: boolean
  subscriptions: ChannelSub[]
}
type SubscriptionFields = Omit<ChannelSub, 'id'>

/** Subscriptions to events by email, text message, Slack or webhook. */
export const connectivity = {
  getSlackConfig: endpoint<void, void, { id: string; slackSubscriptions: SlackSub[] }>()('GET', SLACK),
  getSlackScope: endpoint<void, void, { clientId: string }>()('GET', `${SLACK}/applications`),
  getSlackChannels: endpoint<void, void, { id: string; name: string }[]>()('GET', `${SLACK}/channels`),
  createSlackSubscription: endpoint<void, Omit<SlackSub, 'id'>, Ignored>()('POST', `${SLACK}/subscriptions`),
  /** The path is singular, unlike the others. */
  updateSlackSubscription: endpoint<void, SlackSub, Ignored>()('PATCH', `${SLACK}/subscription/{id}`),
  deleteSlackSubscription: endpoint<void, void, Ignored>()('DELETE', `${SLACK}/subscriptions/{id}`),
  registerSlackCode: endpoint<void, { code: string }, Ignored>()('POST', `${SLACK}/applications/registrations`),
  getEmailConfig: endpoint<void, void, ChannelConfig[]>()('GET', EMAILS),
  createEmailConfig: endpoint<void, ChannelFields, Ignored>()('POST', `${EMAILS}/{eventKey}`),
  setEmailEnabled: endpoint<void, { enabled: boolean }, Ignored>()('PATCH', `${EMAILS}/{eventKey}`),
  deleteEmailConfig: endpoint<void, void, Ignored>()('DELETE', `${EMAILS}/{eventKey}`, { unused: true }),
  updateEmailSubscription: endpoint<void, SubscriptionFields, Ignored>()(
    'PUT',
    `${EMAILS}/{eventKey}/subscriptions/{subscriptionId}`,
  ),
  deleteEmailSubscription: endpoint<void, void, Ignored>()(
    'DELETE',
    `${EMAILS}/{eventKey}/subscriptions/{subscriptionId}`,
  ),
  getSmsConfig: endpoint<void, void, ChannelConfig[]>()('GET', SMS),
  createSmsConfig: endpoint<void, ChannelFields, Ignored>()('POST', `${SMS}/{eventKey}`),
  setSmsEnabled: endpoint<void, { enabled: boolean }, Ignored>()('PATCH', `${SMS}/{eventKey}`),
  deleteSmsConfig: endpoint<void, void, Ignored>()('DELETE', `${SMS}/{eventKey}`, { unused: true }),
  updateSmsSubscription: endpoint<void, SubscriptionFields, Ignored>()(
    'PUT',
    `${SMS}/{eventKey}/subscriptions/{subscriptionId}`,
  ),
  deleteSmsSubscription: endpoint<void, void, Ignored>()('DELETE', `${SMS}/{eventKey}/subscriptions/{subscriptionId}`),
  listWebhooks: endpoint<void, void, Webhook[]>()('GET', '/webhook'),
  createWebhook: endpoint<void, NewWebhook, Ignored>()('POST', '/webhook/custom'),
  updateWebhook: endpoint<void, WebhookFields & { _id: string }, Ignored>()('PATCH', '/webhook/{_id}'),
  deleteWebhook: endpoint<void, void, Ignored>()('DELETE', '/webhook/{id}'),
  listWebhookLogs: endpoint<
    { id: string; offset: number; limit: number },
    void,
    { count: number; rows: WebhookLog[] }
  >()('GET', '/webhook/logs/'),
  /** The test failed with any status other than 200 and 201. */
  testWebhook: endpoint<
    void,
    { url: string; secret: string | null; payload?: JsonObject },
    { statusCode: number; body: JsonValue }
  >()('POST', '/webhook/test'),
  /** The retry succeeded when the body's `statusCode` is 202. */
  retryWebhookLog: endpoint<void, void, { statusCode: number }>()('POST', '/webhook/logs/{id}/retries'),
  listCategories: endpoint<void, void, EventCategory[]>()('GET', `${EVENTS}/categories`),
  listChannelEvents: endpoint<{ channels: Channel }, void, ChannelEvent[]>()('GET', EVENTS),
}
