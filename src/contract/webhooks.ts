import type {
  Channel,
  ChannelConfig,
  ChannelEvent,
  ChannelSub,
  EventCategory,
  NewWebhook,
  SlackSub,
  Webhook,
  WebhookAttempt,
  WebhookFields,
  WebhookLog,
  WebhookStatus,
} from '../entities/connectivity.ts'
import type { Ignored, JsonObject, JsonValue, WireDate } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

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

const WEBHOOKS = '/webhooks'

export const webhooks = {
  /** Returns what the list of webhooks lacks: pending deliveries, and the time since which deliveries fail. */
  listWebhookStatuses: ours<void, void, { statuses: WebhookStatus[] }>()('GET', `${WEBHOOKS}/statuses`),
  /** Replaces the secret and returns it once; the earlier one stays valid for a day. `null` generates one. */
  rotateWebhookSecret: ours<void, { secret: string | null }, { secret: string; previousSecretUntil: WireDate }>()(
    'POST',
    `${WEBHOOKS}/{id}/secret-rotations`,
  ),
  /** Sends every event since this time again that the webhook subscribes to. At most 30 days and 10,000 events. */
  resendWebhookEvents: ours<void, { since: WireDate }, { count: number }>()('POST', `${WEBHOOKS}/{id}/resends`),
  getWebhookAttempt: ours<void, void, WebhookAttempt>()('GET', `${WEBHOOKS}/logs/{id}`),
}

const SLACK_APP = '/slack'

export const slackApp = {
  /**
   * Returns the URL where an administrator installs the app in their workspace. `state` is
   * `<nonce>.<base64url of a URL>`, a page of the application to which `<nonce>~<code>` is appended. Without a code,
   * the user declined.
   */
  getSlackAuthorization: ours<{ state: string }, void, { url: string }>()('GET', `${SLACK_APP}/authorization`),
  /** Receives Slack's redirect with a code; the browser continues to the page in `state`. */
  receiveSlackCode: ours<{ code?: string; state?: string; error?: string }, void, void>()(
    'GET',
    `${SLACK_APP}/callback`,
    { nav: true, noToken: true },
  ),
  /** Returns the workspace; `null` before one is connected. */
  getSlackWorkspace: ours<void, void, { teamName: string | null }>()('GET', `${SLACK_APP}/workspace`),
  /** Uninstalls the app from the workspace. The subscriptions stay, and work again with the next workspace. */
  disconnectSlack: ours<void, void, object>()('DELETE', `${SLACK_APP}/workspace`),
}

const RECIPIENTS = '/message-recipients'

export interface MessageRecipient {
  id: string
  /** Email or phone number. */
  target: string
  /** Only confirmed recipients get messages; a recipient who stopped them gets no confirmation request either. */
  state: 'pending' | 'confirmed' | 'stopped'
  /** Time of the last confirmation request; `null` before the first. */
  sentAt: WireDate | null
}

interface Recipients {
  recipients: MessageRecipient[]
}

/** Values of a link in a message. */
interface RecipientLink {
  id: string
  token: string
}

const PAGE = { nav: true, noToken: true } as const

/** Recipients of event emails, event text messages and reports, who need not be users of the account. */
export const messageRecipients = {
  listEmailRecipients: ours<void, void, Recipients>()('GET', `${RECIPIENTS}/emails`),
  /**
   * @throws 404 unless the recipient is pending, 429 after 3 requests a day to one email or 100 of one account
   */
  requestEmailConfirmation: ours<void, void, object>()('POST', `${RECIPIENTS}/emails/{id}/requests`),
  listSmsRecipients: ours<void, void, Recipients>()('GET', `${RECIPIENTS}/sms`),
  requestSmsConfirmation: ours<void, void, object>()('POST', `${RECIPIENTS}/sms/{id}/requests`),
  /** Returns the page that messages link to; opening it changes nothing. */
  showConfirmation: ours<RecipientLink, void, void>()('GET', `${RECIPIENTS}/confirm`, PAGE),
  confirmRecipient: ours<void, RecipientLink, void>()('POST', `${RECIPIENTS}/confirm`, PAGE),
  showStop: ours<RecipientLink, void, void>()('GET', `${RECIPIENTS}/stop`, PAGE),
  /**
   * Stops messages, including for the one-click request of mail programs, which has the link in the query (RFC 8058).
   */
  stopMessages: ours<Partial<RecipientLink>, Partial<RecipientLink>, void>()('POST', `${RECIPIENTS}/stop`, PAGE),
}
