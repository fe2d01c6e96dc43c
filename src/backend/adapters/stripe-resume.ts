import type Stripe from 'stripe'
import { type PaidSubscription, PaymentDeclined, type PlanChange } from '../payment-ports.ts'
import { itemsOf, TRIAL_PRICE } from './stripe-shapes.ts'

export interface StripeTools {
  stripe: Stripe
  /** Rejects with `PaymentDeclined` for what the cardholder can do something about. */
  orDeclined<Result>(work: Promise<Result>): Promise<Result>
  once(change: Pick<PlanChange, 'key'>, step: string): Stripe.RequestOptions
}

const voidOpenInvoices = async (stripe: Stripe, subscription: string): Promise<void> => {
  const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 })
  for (const { id } of data) await stripe.invoices.voidInvoice(id)
}

/** Without an open invoice the provider doesn't charge later for what the user saw fail. */
const undo = async (stripe: Stripe, { id, itemId, priceId }: PaidSubscription): Promise<void> => {
  await voidOpenInvoices(stripe, id)
  await stripe.subscriptions.update(id, {
    items: itemsOf(itemId, priceId),
    proration_behavior: 'none',
    metadata: { [TRIAL_PRICE]: '' },
  })
}

const pay = async ({ stripe, once }: StripeTools, id: string, change: PlanChange): Promise<void> => {
  const resumed = await stripe.subscriptions.resume(
    id,
    { billing_cycle_anchor: { type: 'now' }, payment_behavior: 'resume_on_payment_success' },
    once(change, 'resume'),
  )
  if (resumed.status !== 'paused' || !resumed.latest_invoice) return
  const invoice = typeof resumed.latest_invoice === 'string' ? resumed.latest_invoice : resumed.latest_invoice.id
  // The reason isn't in the response above; a payment that succeeds resumes the subscription, too.
  await stripe.invoices.pay(
    invoice,
    { payment_method: change.paymentMethodId, off_session: true },
    once(change, 'pay resumption'),
  )
}

/**
 * Buys a plan for a trial that ended without a card. A paused subscription bills nothing until it is resumed, and what
 * it will bill is set before that: until the payment, its metadata keep the plan that the trial had.
 *
 * @throws PaymentDeclined when it stays paused, with the plan of its trial and nothing left to pay
 */
export const resumeWithPlan = async (tools: StripeTools, paused: PaidSubscription, change: PlanChange) => {
  const { stripe, orDeclined, once } = tools
  // Of an attempt whose process ended before it could undo it.
  await voidOpenInvoices(stripe, paused.id)
  await stripe.subscriptions.update(
    paused.id,
    {
      items: itemsOf(paused.itemId, change.priceId),
      default_payment_method: change.paymentMethodId,
      proration_behavior: 'none',
      metadata: { [TRIAL_PRICE]: paused.priceId },
    },
    once(change, 'prepare'),
  )
  try {
    await orDeclined(pay(tools, paused.id, change))
  } catch (error) {
    if (error instanceof PaymentDeclined) await undo(stripe, paused)
    throw error
  }
}
