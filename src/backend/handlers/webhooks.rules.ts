import type { connectivity, messageRecipients, slackApp, webhooks } from '../../contract/webhooks.ts'
import { sendsOutside } from '../domain/delivery/channels/recipients.ts'
import { extendsWebhook } from '../domain/delivery/webhooks/webhook-fields.ts'
import { CONFIRMS, NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf, SENDS_MESSAGE } from '../http/rules.ts'

const READ_SLACK = 'fe.connectivity.read.slackApp'
const WRITE_SLACK = 'fe.connectivity.write.slackAppRegistration'
const READ_EMAIL = 'fe.connectivity.read.emailConfig'
const WRITE_EMAIL = 'fe.connectivity.write.emailConfig'
const DELETE_EMAIL = 'fe.connectivity.delete.emailConfig'
const READ_SMS = 'fe.connectivity.read.smsConfig'
const WRITE_SMS = 'fe.connectivity.write.smsConfig'
const DELETE_SMS = 'fe.connectivity.delete.smsConfig'
const READ_WEBHOOKS = 'fe.connectivity.read.webhooks'
const WRITE_WEBHOOK = 'fe.connectivity.write.webhook'
const READ_WEBHOOK_LOGS = 'fe.connectivity.read.webhookLogs'

const CHANGES_WITHOUT_EVENT = { rank: 'none', audit: 'change', events: [] } as const

export const connectivityRules = {
  getSlackConfig: { permission: 'fe.connectivity.read.slackSubscriptions' },
  getSlackScope: { permission: READ_SLACK },
  getSlackChannels: { permission: 'fe.connectivity.read.slackChannels' },
  createSlackSubscription: {
    permission: 'fe.connectivity.write.slackSubscriptions',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  updateSlackSubscription: {
    permission: 'fe.connectivity.write.updateSlackSubscription',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  deleteSlackSubscription: {
    permission: 'fe.connectivity.delete.slackSubscriptions',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  registerSlackCode: {
    permission: WRITE_SLACK,
    rank: 'none',
    fresh: 'always',
    audit: CONFIRMS,
    grants: false,
    events: [],
  },
  getEmailConfig: { permission: READ_EMAIL },
  createEmailConfig: {
    permission: WRITE_EMAIL,
    fresh: sendsOutside('subscriptions'),
    grants: false,
    ...CHANGES_WITHOUT_EVENT,
  },
  setEmailEnabled: { permission: WRITE_EMAIL, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  deleteEmailConfig: { permission: DELETE_EMAIL, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  updateEmailSubscription: {
    permission: WRITE_EMAIL,
    fresh: sendsOutside('recipients'),
    grants: false,
    ...CHANGES_WITHOUT_EVENT,
  },
  deleteEmailSubscription: { permission: DELETE_EMAIL, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getSmsConfig: { permission: READ_SMS },
  createSmsConfig: {
    permission: WRITE_SMS,
    fresh: sendsOutside('subscriptions'),
    grants: false,
    ...CHANGES_WITHOUT_EVENT,
  },
  setSmsEnabled: { permission: WRITE_SMS, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  deleteSmsConfig: { permission: DELETE_SMS, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  updateSmsSubscription: {
    permission: WRITE_SMS,
    fresh: sendsOutside('recipients'),
    grants: false,
    ...CHANGES_WITHOUT_EVENT,
  },
  deleteSmsSubscription: { permission: DELETE_SMS, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  listWebhooks: { permission: READ_WEBHOOKS },
  createWebhook: { permission: WRITE_WEBHOOK, fresh: 'always', grants: false, ...CHANGES_WITHOUT_EVENT },
  updateWebhook: { permission: WRITE_WEBHOOK, fresh: extendsWebhook, grants: false, ...CHANGES_WITHOUT_EVENT },
  deleteWebhook: { permission: 'fe.connectivity.delete.webhook', ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  listWebhookLogs: { permission: READ_WEBHOOK_LOGS },
  testWebhook: { permission: WRITE_WEBHOOK, ...PERMISSION_SUFFICES, audit: SENDS_MESSAGE, events: [] },
  retryWebhookLog: { permission: WRITE_WEBHOOK, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  listCategories: { permission: 'fe.connectivity.read.eventCategories' },
  listChannelEvents: { permission: 'fe.connectivity.read.events' },
} satisfies RulesOf<typeof connectivity>

export const webhooksRules = {
  listWebhookStatuses: { permission: READ_WEBHOOKS },
  rotateWebhookSecret: { permission: WRITE_WEBHOOK, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  resendWebhookEvents: { permission: WRITE_WEBHOOK, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getWebhookAttempt: { permission: READ_WEBHOOK_LOGS },
} satisfies RulesOf<typeof webhooks>

export const slackAppRules = {
  getSlackAuthorization: { permission: WRITE_SLACK },
  receiveSlackCode: { permission: null },
  getSlackWorkspace: { permission: READ_SLACK },
  disconnectSlack: {
    permission: 'fe.connectivity.delete.slackAppRegistration',
    ...PERMISSION_SUFFICES,
    audit: CONFIRMS,
    events: [],
  },
} satisfies RulesOf<typeof slackApp>

export const messageRecipientsRules = {
  listEmailRecipients: { permission: READ_EMAIL },
  requestEmailConfirmation: { permission: WRITE_EMAIL, ...PERMISSION_SUFFICES, audit: SENDS_MESSAGE, events: [] },
  listSmsRecipients: { permission: READ_SMS },
  requestSmsConfirmation: { permission: WRITE_SMS, ...PERMISSION_SUFFICES, audit: SENDS_MESSAGE, events: [] },
  showConfirmation: { permission: null },
  confirmRecipient: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
  showStop: { permission: null },
  stopMessages: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
} satisfies RulesOf<typeof messageRecipients>
