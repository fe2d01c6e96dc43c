import type { billing, pausedSubscriptions, planChanges, publicPlans } from '../../contract/billing.ts'
import { AT_PROVIDER } from '../http/audit-reasons.ts'
import { NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const billingRules = {
  managedListSubscriptions: { permission: 'fe.subscriptions.read.*' },
  managedGetSubscription: { permission: 'fe.subscriptions.read.*' },
  managedCancelSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'the subscription is canceled already' },
    events: [],
  },
  managedRenewSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'the subscription is not canceled' },
    events: [],
  },
  managedUpdateSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'the plan is the one the account has' },
    events: [],
  },
  listSubscriptions: { permission: 'fe.subscriptions.read.*' },
  getSubscription: { permission: 'fe.subscriptions.read.*' },
  cancelSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'the subscription is canceled already' },
    events: [],
  },
  renewSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'the subscription is not canceled' },
    events: [],
  },
  updateSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: { partly: 'the plan is the one the account has' },
    events: [],
  },
  getSummary: { permission: 'fe.subscriptions.read.*' },
  listPlans: { permission: 'fe.subscriptions.read.*' },
  getPlan: { permission: 'fe.subscriptions.read.*' },
  listInvoices: { permission: 'fe.subscriptions.read.*' },
  getInvoice: { permission: 'fe.subscriptions.read.*' },
  downloadInvoicePdf: { permission: 'fe.subscriptions.read.*' },
  listPaymentMethods: { permission: 'fe.subscriptions.read.*' },
  getPaymentMethod: { permission: 'fe.subscriptions.read.*' },
  updateBillingDetails: { permission: 'fe.subscriptions.write.*', ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getTenantConfiguration: { permission: 'fe.subscriptions.read.*' },
  createTenantConfiguration: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: AT_PROVIDER,
    events: [],
  },
  listPaymentProviders: { permission: 'fe.subscriptions.read.*' },
  getCardProviderConfig: { permission: 'fe.subscriptions.read.*' },
  createSetupIntent: { permission: 'fe.subscriptions.write.*', ...PERMISSION_SUFFICES, audit: AT_PROVIDER, events: [] },
  getCustomer: { permission: 'fe.subscriptions.read.*' },
  createCustomer: { permission: 'fe.subscriptions.write.*', ...PERMISSION_SUFFICES, audit: AT_PROVIDER, events: [] },
  createProviderSubscription: {
    permission: 'fe.subscriptions.write.*',
    ...PERMISSION_SUFFICES,
    audit: 'change',
    events: [],
  },
  getVendorPublicConfig: { permission: 'fe.subscriptions.read.*' },
} satisfies RulesOf<typeof billing>

export const planChangesRules = {
  previewPlanChange: { permission: 'fe.subscriptions.read.*' },
  receivePaymentEvent: { ...NEEDS_NO_RIGHTS, audit: { partly: 'the event changes nothing' }, events: [] },
} satisfies RulesOf<typeof planChanges>

export const publicPlansRules = {
  listPublicPlans: { permission: null },
} satisfies RulesOf<typeof publicPlans>

export const pausedSubscriptionsRules = {
  listPausedEmails: { permission: 'fe.connectivity.read.emailConfig' },
  listPausedSms: { permission: 'fe.connectivity.read.smsConfig' },
  listPausedSlack: { permission: 'fe.connectivity.read.slackSubscriptions' },
  listPausedReports: { permission: 'fe.secure.read.audits' },
} satisfies RulesOf<typeof pausedSubscriptions>
