import Stripe from 'stripe'
import { parseJson } from '../../kernel/safe-json.ts'
import { linesToPay } from '../domain/billing/invoice-lines.ts'
import {
  type PaidAccount,
  type PaidSubscription,
  PaymentDeclined,
  type PaymentPort,
  type PlanChange,
  PlanRefused,
} from '../ports/payments.ts'
import { ALL, allWithLines, PAGE_SIZE, withAllItems, withAllLines } from './stripe-lists.ts'
import {
  chargedMethodOf,
  ENDED,
  idOf,
  itemsOf,
  TRIAL_PRICE,
  toPaidAmounts,
  toPaidCard,
  toPaidEvent,
  toPaidInvoice,
  toPaidSubscription,
  toStripeAddress,
} from './stripe-shapes.ts'

interface StripeTools {
  stripe: Stripe
  /** Rejects with `PaymentDeclined` for failures that the cardholder can resolve. */
  orDeclined<Result>(work: Promise<Result>): Promise<Result>
  once(change: Pick<PlanChange, 'key'>, step: string): Stripe.RequestOptions
}

/** Metadata of a subscription and its invoices: the key of the change in progress. */
const CHANGE_KEY = 'changeKey'

const openInvoices = (stripe: Stripe, subscription: string): Promise<Stripe.Invoice[]> =>
  stripe.invoices.list({ subscription, status: 'open', limit: PAGE_SIZE }).autoPagingToArray(ALL)

const isOf =
  ({ key }: PlanChange) =>
  ({ parent }: Stripe.Invoice): boolean =>
    parent?.subscription_details?.metadata?.[CHANGE_KEY] === key

const voidAll = async (stripe: Stripe, invoices: readonly Stripe.Invoice[]): Promise<void> => {
  for (const { id } of invoices) await stripe.invoices.voidInvoice(id)
}

/** Voids the open invoice, so that the provider doesn't later charge for a payment that the user saw fail. */
const undo = async (stripe: Stripe, { id, itemId, priceId }: PaidSubscription): Promise<void> => {
  await voidAll(stripe, await openInvoices(stripe, id))
  await stripe.subscriptions.update(id, {
    items: itemsOf(itemId, priceId),
    proration_behavior: 'none',
    metadata: { [TRIAL_PRICE]: '', [CHANGE_KEY]: '' },
  })
}

/** Returns the invoice to pay; `undefined` if the subscription runs without a payment. */
const resume = async ({ stripe, once }: StripeTools, paused: PaidSubscription, change: PlanChange) => {
  await stripe.subscriptions.update(
    paused.id,
    {
      items: itemsOf(paused.itemId, change.priceId),
      default_payment_method: change.paymentMethodId,
      proration_behavior: 'none',
      metadata: { [TRIAL_PRICE]: paused.priceId, [CHANGE_KEY]: change.key },
    },
    once(change, 'prepare'),
  )
  const resumed = await stripe.subscriptions.resume(
    paused.id,
    { billing_cycle_anchor: { type: 'now' }, payment_behavior: 'resume_on_payment_success' },
    once(change, 'resume'),
  )
  return resumed.status === 'paused' ? idOf(resumed.latest_invoice) || undefined : undefined
}

/**
 * Buys a plan for a trial that ended without a card. A paused subscription bills nothing until it is resumed, and its
 * new plan is set before that. Until the payment, its metadata keeps the plan of the trial.
 *
 * @throws PaymentDeclined when it stays paused, with the plan of its trial and nothing left to pay
 */
const resumeWithPlan = async (tools: StripeTools, paused: PaidSubscription, change: PlanChange) => {
  const { stripe, orDeclined, once } = tools
  const open = await openInvoices(stripe, paused.id)
  // A repeated key returns the first response with its invoice; if that were voided, it could never be paid.
  const own = open.find(isOf(change))
  // These invoices are from attempts whose process ended before it could undo them.
  await voidAll(
    stripe,
    open.filter((invoice) => invoice !== own),
  )
  const invoiceId = own?.id ?? (await resume(tools, paused, change))
  if (!invoiceId) return
  const payment = { payment_method: change.paymentMethodId, off_session: true }
  try {
    // `resume` returns no reason for a failed payment; a successful payment resumes the subscription, too.
    await orDeclined(stripe.invoices.pay(invoiceId, payment, once(change, 'pay resumption')))
  } catch (error) {
    if (error instanceof PaymentDeclined) await undo(stripe, paused)
    throw error
  }
}

export interface StripeSettings {
  /** `sk_…`; it never leaves the server. */
  secretKey: string
  publishableKey: string
  /** `whsec_…`; it signs notifications. */
  webhookSecret: string
  /** Another URL of the API, for tests. @default Stripe's own */
  apiUrl?: string
}

const TIMEOUT_MS = 20_000
const READ_TIMEOUT_MS = 3_000
const MAX_RETRIES = 2
const MS = 1_000

const open = ({ secretKey, apiUrl }: StripeSettings): Stripe => {
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  const isPlain = url?.protocol === 'http:'
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(url && { host: url.hostname, port: url.port || (isPlain ? 80 : 443), protocol: isPlain ? 'http' : 'https' }),
  })
}

const UNPROVEN: readonly string[] = [
  'subscription_payment_intent_requires_action',
  'invoice_payment_intent_requires_action',
]

/** Turns a failed payment, which changed nothing, into a `PaymentDeclined` with a message for the cardholder. */
const orDeclined = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeCardError)) throw error
    const isUnproven = UNPROVEN.includes(error.code ?? '')
    throw new PaymentDeclined(
      isUnproven ? 'Your bank wants you to confirm this payment. Add the card again to confirm it.' : error.message,
    )
  }
}

const INVALID = 400

/** An invalid request for a plan changed nothing and is invalid again: the plan's price doesn't fit this customer. */
const unlessRefused = (error: unknown): never => {
  if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === INVALID) {
    throw new PlanRefused({ cause: error })
  }
  throw error
}

const NOT_FOUND = 404

/** An object that the provider doesn't have, for example after a change of its account, won't exist later either. */
const unlessGone = (error: unknown): undefined => {
  if (error instanceof Stripe.errors.StripeError && error.statusCode === NOT_FOUND) return undefined
  throw error
}

const newest = (found: readonly Stripe.Subscription[]): Stripe.Subscription | undefined => {
  const sorted = [...found].sort((one, other) => other.created - one.created)
  return sorted.find(({ status }) => !ENDED.includes(status)) ?? sorted[0]
}

const read = async (
  stripe: Stripe,
  customerId: string,
  planPriceIds: readonly string[] | undefined,
): Promise<PaidAccount> => {
  const [customer, subscriptions, cards, invoices] = await Promise.all([
    stripe.customers.retrieve(customerId),
    stripe.subscriptions.list({ customer: customerId, status: 'all', limit: PAGE_SIZE }).autoPagingToArray(ALL),
    stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: PAGE_SIZE }).autoPagingToArray(ALL),
    stripe.invoices.list({ customer: customerId, limit: PAGE_SIZE }).autoPagingToArray(ALL),
  ])
  const subscription = newest(subscriptions)
  const chargedId = chargedMethodOf(customer, subscription)
  const issued = invoices.filter(({ status }) => status !== 'draft' && status !== 'void')
  return {
    subscription: subscription ? toPaidSubscription(await withAllItems(stripe, subscription), planPriceIds) : null,
    cards: cards.map((card) => toPaidCard(card, chargedId)),
    invoices: (await allWithLines(stripe, issued)).map(toPaidInvoice),
  }
}

/** Returns whether a subscription was canceled by a time instead of the flag, which then has no effect. */
const isEndedByTime = ({ cancel_at: at, cancel_at_period_end: isAtPeriodEnd }: Stripe.Subscription): boolean =>
  Boolean(at) && !isAtPeriodEnd

/** Payment settings of every change, so that it fails if its payment fails. */
const ALL_OR_NOTHING = { payment_behavior: 'error_if_incomplete', off_session: true } as const

/** Creates payments through Stripe. */
export const createStripePayments = (settings: StripeSettings): PaymentPort => {
  const stripe = open(settings)
  const once = ({ key }: Pick<PlanChange, 'key'>, step: string) => ({ idempotencyKey: `${key} ${step}` })
  return {
    publishableKey: settings.publishableKey,
    read: (customerId, planPriceIds) => read(stripe, customerId, planPriceIds),
    async createCustomer({ tenantId, name, email }) {
      const metadata = { tenantId }
      // The key belongs to one tenant, so two simultaneous first calls create one customer. A key is bound to the
      // request's content, so data that may differ in a retry after a lost response is sent separately.
      const { id } = await stripe.customers.create({ metadata }, { idempotencyKey: `customer of ${tenantId}` })
      await stripe.customers.update(id, { name, email })
      return id
    },
    async createSetupIntent(customer) {
      const made = await stripe.setupIntents.create({
        customer,
        usage: 'off_session',
        allowed_payment_method_types: ['card'],
      })
      return { id: made.id, secret: made.client_secret ?? '' }
    },
    async readSetupIntent(id) {
      // Pages wait for this request.
      const options = { timeout: READ_TIMEOUT_MS, maxNetworkRetries: 0 }
      const found = await stripe.setupIntents.retrieve(id, {}, options).catch(unlessGone)
      const method = found?.status === 'succeeded' && found.payment_method
      return method ? { paymentMethodId: idOf(method) } : undefined
    },
    async setDefaultCard({ customerId, subscriptionId, paymentMethodId }) {
      await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } })
      // The subscription's own card would be charged before the customer's.
      if (subscriptionId) {
        const { status } = await stripe.subscriptions.retrieve(subscriptionId)
        if (!ENDED.includes(status)) {
          await stripe.subscriptions.update(subscriptionId, { default_payment_method: paymentMethodId })
        }
      }
    },
    async updateBillingDetails(id, { email, address }) {
      await stripe.paymentMethods.update(id, {
        billing_details: { ...(email !== undefined && { email }), address: toStripeAddress(address) },
      })
    },
    async setCancellation(id, atPeriodEnd) {
      const isByTime = !atPeriodEnd && isEndedByTime(await stripe.subscriptions.retrieve(id))
      await stripe.subscriptions.update(id, isByTime ? { cancel_at: '' } : { cancel_at_period_end: atPeriodEnd })
    },
    async preview({ customerId, subscription, priceId, prorationAt }) {
      const isRunning = subscription && !ENDED.includes(subscription.status)
      const isTrial = subscription?.status === 'trialing'
      const isPaused = subscription?.status === 'paused'
      const work = stripe.invoices.createPreview({
        customer: customerId,
        ...(isRunning && { subscription: subscription.id }),
        subscription_details: {
          items: itemsOf(isRunning ? subscription.itemId : undefined, priceId),
          ...(isTrial && { trial_end: 'now' }),
          ...(isPaused && { resume_at: 'now' }),
          ...(isRunning && { proration_behavior: isPaused ? 'none' : 'always_invoice' }),
          ...(isRunning && !isTrial && !isPaused && { proration_date: Math.floor(prorationAt / MS) }),
        },
      })
      const found = await work.catch(unlessRefused)
      const { currency, amount_due: amountDue, total } = found
      const amounts = toPaidAmounts(await withAllLines(stripe, found))
      // The balance that it uses isn't included before it is issued.
      return { currency, amountDue, lines: linesToPay({ ...amounts, credited: 0, balanceUsed: total - amountDue }) }
    },
    async changePlan(subscription, change) {
      const { id, itemId, status } = subscription
      if (status === 'paused') return resumeWithPlan({ stripe, orDeclined, once }, subscription, change)
      const isTrial = status === 'trialing'
      const work = stripe.subscriptions.update(
        id,
        {
          items: itemsOf(itemId, change.priceId),
          default_payment_method: change.paymentMethodId,
          proration_behavior: 'always_invoice',
          ...(isTrial ? { trial_end: 'now' } : { proration_date: Math.floor(change.prorationAt / MS) }),
          ...ALL_OR_NOTHING,
        },
        once(change, 'change'),
      )
      await orDeclined(work).catch(unlessRefused)
    },
    async payInvoice(id, change) {
      const work = stripe.invoices.pay(
        id,
        { payment_method: change.paymentMethodId, off_session: true },
        once(change, 'pay'),
      )
      await orDeclined(work)
    },
    async subscribe({ customerId, priceId, paymentMethodId, key }) {
      const payment = paymentMethodId
        ? { default_payment_method: paymentMethodId, ...ALL_OR_NOTHING }
        : ({ payment_behavior: 'default_incomplete' } as const)
      const work = stripe.subscriptions.create(
        {
          customer: customerId,
          items: itemsOf(undefined, priceId),
          expand: ['latest_invoice.confirmation_secret'],
          ...payment,
        },
        once({ key }, 'subscribe'),
      )
      const made = await orDeclined(work).catch(unlessRefused)
      const invoice = typeof made.latest_invoice === 'object' ? made.latest_invoice : null
      return { id: made.id, secret: invoice?.confirmation_secret?.client_secret ?? '' }
    },
    async readEvent(body, signature) {
      try {
        const isSigned = await stripe.webhooks.signature?.verifyHeaderAsync(body, signature, settings.webhookSecret)
        return isSigned ? toPaidEvent(parseJson(body)) : undefined
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined
        throw error
      }
    },
  }
}
