import { isDowngrade } from '../../../rules/plan-downgrade.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { badRequest, conflict, forbidden, notFound, Refusal } from '../../call/refusal.ts'
import {
  type PaidAccount,
  type PaidInvoice,
  PaymentDeclined,
  type PaymentPort,
  type PlanChange,
  PlanRefused,
} from '../../ports/payments.ts'
import type { Ports } from '../../ports.ts'
import type { BillingAccountRecord } from '../../store/records.ts'
import { type BillingCatalog, planOfPrice, type SoldPlan, soldPlan } from '../settings/billing.ts'
import { catalogOf, EMPTY_SNAPSHOT, findAccount, paymentsOf } from './billing-account.ts'
import type { PaidChange } from './setup-card.ts'
import { cardsOf, wireStatus } from './shown-billing.ts'
import { changedElsewhere, forgetChange, isDone, noteChange, syncAccount } from './sync-account.ts'

export const NO_SUBSCRIPTION = 'Subscription not found.'
const EXTERNALLY_MANAGED = 'Billing is externally managed.'

const HOUR_MS = 3_600_000
const PAYMENT_REQUIRED = 402
const MAX_TRIES = 5
const ENDED: readonly string[] = ['canceled', 'incomplete_expired']
const OWING: readonly string[] = ['past_due', 'unpaid', 'incomplete']

/** Returns whether a subscription has ended for good, so that a new one would replace it. */
export const hasEnded = ({ status }: { status: string }): boolean => ENDED.includes(status)

/** Returns the start of the hour, so that a preview and the change that follows it are computed for the same moment. */
export const prorationTime = (now: number, periodStart = 0): number => Math.max(now - (now % HOUR_MS), periodStart)

export const assertManaged = (account: BillingAccountRecord | undefined): BillingAccountRecord => {
  if (!account) throw notFound(NO_SUBSCRIPTION)
  if (account.externallyManaged) throw conflict(EXTERNALLY_MANAGED)
  return account
}

export const assertAllowed = (catalog: BillingCatalog, { subscription }: PaidAccount, plan: SoldPlan): void => {
  const current = planOfPrice(catalog, subscription?.priceId)
  if (catalog.allowPlanDowngrade || !subscription || !current) return
  const step = { status: wireStatus(subscription), from: current.price, to: plan.price }
  if (isDowngrade(step)) throw forbidden('Contact us to change to a smaller plan.').as('contact-vendor')
}

/** Returns the invoice that must be paid before a change. */
export const invoiceDue = ({ subscription, invoices }: PaidAccount): PaidInvoice | undefined =>
  subscription && OWING.includes(subscription.status) ? invoices.find(({ isOpen }) => isOpen) : undefined

/** Turns what the provider refused, which changed nothing, into an error for the caller. */
const asRefusal = (error: PaymentDeclined): Refusal =>
  error instanceof PlanRefused
    ? forbidden(error.message).as('contact-vendor')
    : new Refusal(PAYMENT_REQUIRED, [error.message])

/** Returns the cost of a change. */
export const previewChange = (ports: Ports, wanted: Parameters<PaymentPort['preview']>[0]) =>
  paymentsOf(ports)
    .preview(wanted)
    .catch((error: unknown) => {
      throw error instanceof PaymentDeclined ? asRefusal(error) : error
    })

interface Buyer {
  ports: Ports
  tenantId: string
  customerId: string
}

const send = async ({ ports, customerId }: Buyer, paid: PaidAccount, change: PlanChange): Promise<void> => {
  const payments = paymentsOf(ports)
  const { subscription } = paid
  if (!subscription || hasEnded(subscription)) {
    await payments.subscribe({ customerId, ...change })
    return
  }
  const due = invoiceDue(paid)
  if (due) await payments.payInvoice(due.id, change)
  // If a change was made but its response was lost, it isn't sent again, because its key is valid only with the old
  // parameters.
  const isSettled = OWING.includes(subscription.status) || subscription.status === 'active'
  if (subscription.priceId !== change.priceId || !isSettled) await payments.changePlan(subscription, change)
  await payments.setDefaultCard({
    customerId,
    subscriptionId: subscription.id,
    paymentMethodId: change.paymentMethodId,
  })
}

const sendNoted = async (buyer: Buyer, paid: PaidAccount, change: PlanChange): Promise<PaidAccount> => {
  const { ports, tenantId } = buyer
  try {
    await send(buyer, paid, change)
  } catch (error) {
    if (!(error instanceof PaymentDeclined)) {
      ports.log.error('A change of a subscription has no known outcome yet', error)
      throw new Refusal(503, ['We couldn’t reach the payment provider. You weren’t charged twice; try again.'])
    }
    if (error instanceof PlanRefused) ports.log.error('The payment provider refuses to sell a plan', error)
    await forgetChange(ports, tenantId, change)
    await syncAccount(ports, tenantId)
    throw asRefusal(error)
  }
  // The copy is updated before the key is removed, because a repeated call without the copy must still find the key.
  const synced = await syncAccount(ports, tenantId)
  await forgetChange(ports, tenantId, change)
  return synced?.after ?? paid
}

interface WantedPlan {
  /** The id of the subscription that the caller saw, if there was one. */
  subscriptionId: string | undefined
  planId: string
  paymentMethodId: string
}

type Caller = Pick<SignedRequest, 'auth'> & { ports: Ports }

/** Checks a purchase and notes its change before it is sent. Without a change to send, `change` is `undefined`. */
const prepare = async (
  { ports, auth: { tenantId } }: Caller,
  { subscriptionId, planId, paymentMethodId }: WantedPlan,
) => {
  const catalog = await catalogOf(ports)
  let before: PaidAccount | undefined
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    assertManaged(await findAccount(ports, tenantId))
    const synced = await syncAccount(ports, tenantId)
    if (!synced || synced.account.customerId === null) throw notFound(NO_SUBSCRIPTION)
    const { account, after: paid } = synced
    // An earlier try may have bought the plan before anyone here saw it.
    before ??= synced.before
    if (subscriptionId !== undefined && paid.subscription?.id !== subscriptionId) throw notFound(NO_SUBSCRIPTION)
    const plan = soldPlan(catalog, planId)
    assertAllowed(catalog, paid, plan)
    if (!paid.cards.some(({ id }) => id === paymentMethodId)) throw badRequest('Add a payment method first.')
    const wanted = { priceId: plan.price.externalId, paymentMethodId }
    const buyer = { ports, tenantId, customerId: synced.account.customerId }
    if (isDone(paid, wanted)) return { plan, buyer, before, paid, change: undefined }
    const prorationAt = prorationTime(ports.clock.now(), paid.subscription?.periodStart)
    const change = await noteChange(ports, { account, paid, wanted: { ...wanted, prorationAt } })
    if (change) return { plan, buyer, before, paid, change }
  }
  throw changedElsewhere()
}

/** Buys a plan, or changes to another one, with a card of the account. */
export const changePlan = async (caller: Caller, wanted: WantedPlan): Promise<{ plan: SoldPlan } & PaidChange> => {
  const { plan, buyer, before, paid, change } = await prepare(caller, wanted)
  return { plan, before, after: change ? await sendNoted(buyer, paid, change) : paid }
}

/**
 * Buys the first subscription of an account, or a new one after the last has ended. If the account has a card, it is
 * charged at once; otherwise the browser confirms the payment with the secret.
 */
export const resubscribe = async ({ ports, auth, customerId }: Caller & { customerId: string }, priceId: string) => {
  const { tenantId } = auth
  const plan = planOfPrice(await catalogOf(ports), priceId)
  if (!plan) throw notFound('Plan not found')
  const synced = await syncAccount(ports, tenantId)
  const last = synced?.after.subscription
  if (last && !hasEnded(last)) throw conflict('This account has a subscription already.')
  const card = synced && cardsOf(synced.after)[0]
  if (card) {
    const wanted = { subscriptionId: undefined, planId: plan.id, paymentMethodId: card.id }
    const { after } = await changePlan({ ports, auth }, wanted)
    return { id: after.subscription?.id ?? '', secret: '', before: synced.before, after }
  }
  // The key is the same for every repetition until a subscription exists.
  const key = `subscribe ${customerId} ${last?.id ?? 'first'} ${priceId}`
  const made = await paymentsOf(ports).subscribe({ customerId, priceId, paymentMethodId: null, key })
  const before = synced?.before ?? EMPTY_SNAPSHOT
  return { ...made, before, after: (await syncAccount(ports, tenantId))?.after ?? before }
}
