import type { billing, pausedSubscriptions, planChanges, publicPlans } from '../../contract/billing.ts'
import { AT_PROVIDER, NEEDS_NO_RIGHTS, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

const READ_BILLING = 'fe.subscriptions.read.*'
const WRITE_BILLING = 'fe.subscriptions.write.*'

/** Returns the rules of a change of the subscription, and why it may leave no row in the audit log. */
const changing = (partly: string) =>
  ({ permission: WRITE_BILLING, ...PERMISSION_SUFFICES, audit: { partly }, events: [] }) as const

const CANCEL = changing('the subscription is canceled already')
const RENEW = changing('the subscription is not canceled')
const UPDATE = changing('the plan is the one the account has')

export const billingRules = {
  managedListSubscriptions: { permission: READ_BILLING },
  managedGetSubscription: { permission: READ_BILLING },
  managedCancelSubscription: CANCEL,
  managedRenewSubscription: RENEW,
  managedUpdateSubscription: UPDATE,
  listSubscriptions: { permission: READ_BILLING },
  getSubscription: { permission: READ_BILLING },
  cancelSubscription: CANCEL,
  renewSubscription: RENEW,
  updateSubscription: UPDATE,
  getSummary: { permission: READ_BILLING },
  listPlans: { permission: READ_BILLING },
  getPlan: { permission: READ_BILLING },
  listInvoices: { permission: READ_BILLING },
  getInvoice: { permission: READ_BILLING },
  downloadInvoicePdf: { permission: READ_BILLING },
  listPaymentMethods: { permission: READ_BILLING },
  getPaymentMethod: { permission: READ_BILLING },
  updateBillingDetails: { permission: WRITE_BILLING, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getTenantConfiguration: { permission: READ_BILLING },
  createTenantConfiguration: { permission: WRITE_BILLING, ...PERMISSION_SUFFICES, audit: AT_PROVIDER, events: [] },
  listPaymentProviders: { permission: READ_BILLING },
  getCardProviderConfig: { permission: READ_BILLING },
  createSetupIntent: { permission: WRITE_BILLING, ...PERMISSION_SUFFICES, audit: AT_PROVIDER, events: [] },
  getCustomer: { permission: READ_BILLING },
  createCustomer: { permission: WRITE_BILLING, ...PERMISSION_SUFFICES, audit: AT_PROVIDER, events: [] },
  createProviderSubscription: { permission: WRITE_BILLING, ...PERMISSION_SUFFICES, audit: 'change', events: [] },
  getVendorPublicConfig: { permission: READ_BILLING },
} satisfies RulesOf<typeof billing>

export const planChangesRules = {
  previewPlanChange: { permission: READ_BILLING },
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
