import type { connectivity, messageRecipients, slackApp, webhooks } from '../../contract/webhooks.ts'
import { sendsOutside } from '../domain/delivery/channels/recipients.ts'
import { extendsWebhook } from '../domain/delivery/webhooks/webhook-fields.ts'
import { CONFIRMS, SENDS_MESSAGE } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const connectivityRules = {
  getSlackConfig: { permission: 'fe.connectivity.read.slackSubscriptions' },
  getSlackScope: { permission: 'fe.connectivity.read.slackApp' },
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
    permission: 'fe.connectivity.write.slackAppRegistration',
    rank: 'none',
    fresh: 'always',
    audit: CONFIRMS,
    grants: false,
    events: [],
  },
  getEmailConfig: { permission: 'fe.connectivity.read.emailConfig' },
  createEmailConfig: {
    permission: 'fe.connectivity.write.emailConfig',
    rank: 'none',
    fresh: sendsOutside,
    audit: 'change',
    grants: false,
    events: [],
  },
  setEmailEnabled: {
    permission: 'fe.connectivity.write.emailConfig',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  deleteEmailConfig: {
    permission: 'fe.connectivity.delete.emailConfig',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  updateEmailSubscription: {
    permission: 'fe.connectivity.write.emailConfig',
    rank: 'none',
    fresh: sendsOutside,
    audit: 'change',
    grants: false,
    events: [],
  },
  deleteEmailSubscription: {
    permission: 'fe.connectivity.delete.emailConfig',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  getSmsConfig: { permission: 'fe.connectivity.read.smsConfig' },
  createSmsConfig: {
    permission: 'fe.connectivity.write.smsConfig',
    rank: 'none',
    fresh: sendsOutside,
    audit: 'change',
    grants: false,
    events: [],
  },
  setSmsEnabled: { permission: 'fe.connectivity.write.smsConfig', ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  deleteSmsConfig: {
    permission: 'fe.connectivity.delete.smsConfig',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  updateSmsSubscription: {
    permission: 'fe.connectivity.write.smsConfig',
    rank: 'none',
    fresh: sendsOutside,
    audit: 'change',
    grants: false,
    events: [],
  },
  deleteSmsSubscription: {
    permission: 'fe.connectivity.delete.smsConfig',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  listWebhooks: { permission: 'fe.connectivity.read.webhooks' },
  createWebhook: {
    permission: 'fe.connectivity.write.webhook',
    rank: 'none',
    fresh: 'always',
    audit: 'change',
    grants: false,
    events: [],
  },
  updateWebhook: {
    permission: 'fe.connectivity.write.webhook',
    rank: 'none',
    fresh: extendsWebhook,
    audit: 'change',
    grants: false,
    events: [],
  },
  deleteWebhook: { permission: 'fe.connectivity.delete.webhook', ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  listWebhookLogs: { permission: 'fe.connectivity.read.webhookLogs' },
  testWebhook: {
    permission: 'fe.connectivity.write.webhook',
    ...PERMISSION_SUFFICES,
    audit: SENDS_MESSAGE,
    events: [],
  },
  retryWebhookLog: { permission: 'fe.connectivity.write.webhook', ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  listCategories: { permission: 'fe.connectivity.read.eventCategories' },
  listChannelEvents: { permission: 'fe.connectivity.read.events' },
} satisfies RulesOf<typeof connectivity>

export const webhooksRules = {
  listWebhookStatuses: { permission: 'fe.connectivity.read.webhooks' },
  rotateWebhookSecret: {
    permission: 'fe.connectivity.write.webhook',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  resendWebhookEvents: {
    permission: 'fe.connectivity.write.webhook',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  getWebhookAttempt: { permission: 'fe.connectivity.read.webhookLogs' },
} satisfies RulesOf<typeof webhooks>

export const slackAppRules = {
  getSlackAuthorization: { permission: 'fe.connectivity.write.slackAppRegistration' },
  receiveSlackCode: { permission: null },
  getSlackWorkspace: { permission: 'fe.connectivity.read.slackApp' },
  disconnectSlack: {
    permission: 'fe.connectivity.delete.slackAppRegistration',
    ...PERMISSION_SUFFICES,
    audit: CONFIRMS,
    events: [],
  },
} satisfies RulesOf<typeof slackApp>

export const messageRecipientsRules = {
  listEmailRecipients: { permission: 'fe.connectivity.read.emailConfig' },
  requestEmailConfirmation: {
    permission: 'fe.connectivity.write.emailConfig',
    ...PERMISSION_SUFFICES,
    audit: SENDS_MESSAGE,
    events: [],
  },
  listSmsRecipients: { permission: 'fe.connectivity.read.smsConfig' },
  requestSmsConfirmation: {
    permission: 'fe.connectivity.write.smsConfig',
    ...PERMISSION_SUFFICES,
    audit: SENDS_MESSAGE,
    events: [],
  },
  showConfirmation: { permission: null },
  confirmRecipient: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
  showStop: { permission: null },
  stopMessages: { ...NEEDS_NO_RIGHTS, audit: CONFIRMS, events: [] },
} satisfies RulesOf<typeof messageRecipients>
