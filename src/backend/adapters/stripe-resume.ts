import type Stripe from 'stripe'
import { type PaidSubscription, PaymentDeclined, type PlanChange } from '../ports/payments.ts'
import { ALL, PAGE_SIZE } from './stripe-lists.ts'
import { idOf, itemsOf, TRIAL_PRICE } from './stripe-shapes.ts'

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
export const resumeWithPlan = async (tools: StripeTools, paused: PaidSubscription, change: PlanChange) => {
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
