import type { billing, planChanges } from '../../contract/billing.ts'
import type { Address } from '../../entities/billing.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { optionalText, readEmail, text } from '../call/read.ts'
import { badRequest, conflict, forbidden, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { amountDueOf } from '../domain/billing/balance.ts'
import {
  catalogOf,
  findAccount,
  openAccount,
  openCustomer,
  paymentsOf,
  snapshotOf,
} from '../domain/billing/billing-account.ts'
import {
  assertAllowed,
  assertManaged,
  changePlan,
  hasEnded,
  invoiceDue,
  NO_SUBSCRIPTION,
  previewChange,
  prorationTime,
  resubscribe,
} from '../domain/billing/change-plan.ts'
import { linesToPay } from '../domain/billing/invoice-lines.ts'
import {
  cardEntry,
  noteSetup,
  type PaidChange,
  planEntry,
  providerEntry,
  takeOverCard,
} from '../domain/billing/setup-card.ts'
import { syncAccount } from '../domain/billing/sync-account.ts'
import { soldPlan } from '../domain/settings/billing.ts'
import { type Handlers, raw, type SignedCall, signedIn } from '../http/handler.ts'
import { assertOwnTenant } from './billing.ts'

const ADDRESS_LINES = ['addressLine1', 'addressLine2', 'city', 'state', 'postalCode', 'country'] as const

type OnSubscription = Pick<
  SignedCall<(typeof billing)['managedCancelSubscription']>,
  'ports' | 'auth' | 'path' | 'audit' | 'caller'
>

/** Runs the changes of one account one after the other. */
const inLine = <Result>({ ports, auth }: Pick<OnSubscription, 'ports' | 'auth'>, work: () => Promise<Result>) =>
  ports.inLine(`billing ${auth.tenantId}`, work)

const ownSubscription = async ({ ports, auth, path }: OnSubscription) => {
  const account = assertManaged(await findAccount(ports, auth.tenantId))
  const { subscription } = (await syncAccount(ports, auth.tenantId))?.after ?? snapshotOf(account)
  if (!subscription || subscription.id !== path.id) throw notFound(NO_SUBSCRIPTION)
  return subscription
}

const setCancellation = async (call: OnSubscription, isCanceled: boolean) => {
  const { ports, auth, path } = call
  await paymentsOf(ports).setCancellation(path.id, isCanceled)
  await syncAccount(ports, auth.tenantId)
  const action = isCanceled ? 'Subscription canceled' : 'Subscription renewed'
  const description = isCanceled ? 'Canceled at the end of the period' : 'Canceled no longer'
  const change = beforeAndAfter({ cancelsAtPeriodEnd: !isCanceled }, { cancelsAtPeriodEnd: isCanceled })
  await call.audit({
    action,
    resource: 'Subscription',
    severity: 'Medium',
    description,
    detail: { id: path.id, ...change },
  })
  return {}
}

const cancel = (call: OnSubscription) =>
  inLine(call, async () => {
    const subscription = await ownSubscription(call)
    if (!(await catalogOf(call.ports)).allowPlanCancellation)
      throw forbidden('Contact us to cancel your subscription.').as('contact-vendor')
    if (subscription.cancelsAtPeriodEnd || hasEnded(subscription)) return {}
    if (subscription.status !== 'active') throw conflict('Only an active subscription can be canceled.')
    return setCancellation(call, true)
  })

const renew = (call: OnSubscription) =>
  inLine(call, async () => {
    const subscription = await ownSubscription(call)
    return subscription.cancelsAtPeriodEnd && !hasEnded(subscription) ? setCancellation(call, false) : {}
  })

const update = (call: SignedCall<(typeof billing)['managedUpdateSubscription']>) =>
  inLine(call, async () => {
    const { ports, auth, body, path } = call
    const planId = text(body.planId, 'planId')
    const paymentMethodId = text(body.paymentMethodId, 'paymentMethodId')
    await auditPurchase(call, await changePlan({ ports, auth }, { subscriptionId: path.id, planId, paymentMethodId }))
    return {}
  })

const auditPurchase = async ({ ports, audit }: Pick<OnSubscription, 'ports' | 'audit'>, change: PaidChange) => {
  for (const entry of [planEntry(await catalogOf(ports), change), cardEntry(change)]) {
    if (entry) await audit(entry)
  }
}

const addressOf = (value: unknown): Address => {
  if (!isRecord(value)) throw badRequest('address must be an object')
  const lines = ADDRESS_LINES.map((line) => [line, optionalText(value[line], line, 200)] as const)
  return Object.fromEntries(lines.filter(([, given]) => given !== undefined))
}

const updateDetails = async (call: SignedCall<(typeof billing)['updateBillingDetails']>) => {
  const { ports, auth, body, path } = call
  const account = assertManaged(await findAccount(ports, auth.tenantId))
  const card = snapshotOf(account).cards.find(({ id }) => id === path.id)
  if (!card) throw notFound('Payment method not found')
  const email = body.email ? readEmail(body.email, 'email') : undefined
  const details = { ...(email !== undefined && { email }), address: addressOf(body.address) }
  await paymentsOf(ports).updateBillingDetails(path.id, details)
  await syncAccount(ports, auth.tenantId)
  await call.audit({
    action: 'Billing details changed',
    resource: 'Subscription',
    description: 'Changed the billing details',
    detail: beforeAndAfter({ ...(email !== undefined && { email: card.email }), address: card.address }, details),
  })
  return details
}

const customerOf = async ({ ports, auth }: Pick<OnSubscription, 'ports' | 'auth'>, email = auth.user.email) => {
  const account = await findAccount(ports, auth.tenantId)
  if (account) assertManaged(account)
  const tenant = await ports.store.tenants.get(auth.tenantId)
  return openCustomer(ports, { tenantId: auth.tenantId, name: tenant?.name ?? '', email })
}

const createSetup = async (call: SignedCall<(typeof billing)['createSetupIntent']>) => {
  const { ports } = call
  const { customerId } = await customerOf(call)
  const { id, secret } = await paymentsOf(ports).createSetupIntent(customerId)
  await noteSetup(call, id)
  await call.audit({
    action: 'Payment method setup started',
    resource: 'Subscription',
    description: 'Started to add a card',
  })
  return {
    id,
    paymentMethodId: optionalText(call.body.paymentMethodId, 'paymentMethodId') ?? '',
    setupIntentSecret: secret,
  }
}

const createConfiguration = async (call: SignedCall<(typeof billing)['createTenantConfiguration']>) => {
  const { ports, auth, body } = call
  assertOwnTenant(call, text(body.tenantId, 'tenantId'))
  if (body.externallyManaged === 'true') throw forbidden('Only the vendor can manage billing externally.')
  const { id } = await openAccount(ports, auth.tenantId)
  await call.audit({ action: 'Billing set up', resource: 'Subscription', description: 'Set up billing' })
  return { id }
}

const createCustomer = async (call: SignedCall<(typeof billing)['createCustomer']>) => {
  const email = readEmail(call.body.email, 'email')
  const { customerId } = await customerOf(call, email)
  await call.audit({ action: 'Billing customer created', resource: 'Subscription', description: 'Set up a customer' })
  return { stripeCustomerId: customerId }
}

const createSubscription = (call: SignedCall<(typeof billing)['createProviderSubscription']>) =>
  inLine(call, async () => {
    const priceId = text(call.body.stripePlanId, 'stripePlanId')
    const { customerId } = await customerOf(call)
    const made = await resubscribe({ ports: call.ports, auth: call.auth, customerId }, priceId)
    await auditPurchase(call, made)
    return { subscriptionId: made.id, subscriptionSecret: made.secret }
  })

export const billingChangeHandlers = {
  managedCancelSubscription: signedIn(cancel),
  managedRenewSubscription: signedIn(renew),
  managedUpdateSubscription: signedIn(update),
  cancelSubscription: signedIn(cancel),
  renewSubscription: signedIn(renew),
  updateSubscription: signedIn(update),
  updateBillingDetails: signedIn(updateDetails),
  createTenantConfiguration: signedIn(createConfiguration),
  createSetupIntent: signedIn(createSetup),
  createCustomer: signedIn(createCustomer),
  createProviderSubscription: signedIn(createSubscription),
} satisfies Partial<Handlers<typeof billing>>

const preview = async (call: SignedCall<(typeof planChanges)['previewPlanChange']>) => {
  const { ports, auth, query } = call
  const account = assertManaged(await findAccount(ports, auth.tenantId))
  if (account.customerId === null) throw notFound(NO_SUBSCRIPTION)
  const catalog = await catalogOf(ports)
  const plan = soldPlan(catalog, text(query.planId, 'planId'))
  const paid = (await syncAccount(ports, auth.tenantId))?.after ?? snapshotOf(account)
  assertAllowed(catalog, paid, plan)
  const due = invoiceDue(paid)
  const priceId = plan.price.externalId
  if (due && paid.subscription?.priceId === priceId) {
    return { currency: due.currency, amountDue: amountDueOf(due), lines: linesToPay(due) }
  }
  const found = await previewChange(ports, {
    customerId: account.customerId,
    subscription: paid.subscription,
    priceId,
    prorationAt: prorationTime(ports.clock.now(), paid.subscription?.periodStart),
  })
  if (!due) return found
  return {
    ...found,
    amountDue: found.amountDue + amountDueOf(due),
    lines: [...linesToPay(due), ...found.lines],
  }
}

export const planChangesHandlers = {
  previewPlanChange: signedIn(preview),
  receivePaymentEvent: raw(async ({ ports, caller, readText, audit }) => {
    const event = await paymentsOf(ports).readEvent(await readText(), caller.header('stripe-signature') ?? '')
    if (!event) throw badRequest('The signature is wrong').as('wrong-signature')
    // Without a failure, the provider would show every notification as delivered although none had an effect.
    if (event.isThin) throw badRequest('Choose snapshot events for this endpoint, because thin events name no customer')
    const account = event.customerId && (await ports.store.billingAccounts.find({ customerId: event.customerId }))
    const synced = account ? await syncAccount(ports, account.tenantId) : undefined
    if (synced) {
      const { account, ...change } = synced
      const entry = providerEntry(await catalogOf(ports), change)
      for (const each of [entry, cardEntry(change)]) if (each) await audit({ ...each, tenantId: account.tenantId })
    }
    if (account) await takeOverCard({ ports, audit }, account.tenantId)
    return { received: true }
  }),
} satisfies Handlers<typeof planChanges>
