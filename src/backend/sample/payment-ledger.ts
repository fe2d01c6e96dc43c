import { amountDueOf, balanceUsedFor } from '../domain/billing/balance.ts'
import {
  type InvoiceLine,
  type PaidAccount,
  type PaidCard,
  type PaidInvoice,
  type PaidSubscription,
  PaymentDeclined,
  PlanRefused,
} from '../ports/payments.ts'

/** The result of charging a card. */
type Behavior = 'pays' | 'declines'

export interface LedgerCustomer extends PaidAccount {
  id: string
  name: string
  email: string
  /** Behaviors by card; a card without an entry pays. */
  behaviors: Record<string, Behavior>
}

export interface Price {
  id: string
  name: string
  currency: string
  amount: number
}

interface LedgerPorts {
  clock: { now(): number }
  newId(prefix: string): string
  price(id: string): Price | undefined
  /** Called when a customer's records change. */
  onChange?(customerId: string): void
}

interface Bill {
  lines: InvoiceLine[]
  currency: string
}

const DAY_MS = 86_400_000
const PERIOD_MS = 30 * DAY_MS
const TAX = 0
export const NO_DISCOUNT = { discount: 0, credit: 0, includedTax: 0 }

const sum = (lines: readonly Pick<InvoiceLine, 'amount'>[]): number =>
  lines.reduce((total, { amount }) => total + amount, 0)

/**
 * Returns a customer's credit by the provider's rules: credit from negative bills, less the amount that later bills
 * used.
 */
const creditOf = ({ invoices }: LedgerCustomer, currency: string): number =>
  0 - sum(invoices.filter((each) => each.currency === currency).map(({ balanceUsed = 0 }) => ({ amount: balanceUsed })))

const balanceFor = (found: LedgerCustomer, { lines, currency }: Bill): number =>
  balanceUsedFor(sum(lines) + TAX, creditOf(found, currency))

/** Returns the amount that a customer pays for a bill, after their credit. */
const dueOf = (found: LedgerCustomer, bill: Bill): number => sum(bill.lines) + TAX - balanceFor(found, bill)

/** Returns the part of an amount for the rest of a period, as a whole number. */
const shareOf = (amount: number, { periodStart, periodEnd }: PaidSubscription, at: number): number =>
  Math.round((amount * Math.max(0, periodEnd - at)) / (periodEnd - periodStart))

/**
 * Creates a ledger that keeps customers, cards, subscriptions and invoices in memory, with the rules of a payment
 * provider.
 */
export const createPaymentLedger = ({ clock, newId, price, onChange }: LedgerPorts) => {
  const customers = new Map<string, LedgerCustomer>()

  const customer = (id: string): LedgerCustomer => {
    const found = customers.get(id)
    if (!found) throw new Error(`No such customer: ${id}`)
    return found
  }

  const priceOf = (id: string): Price => {
    const found = price(id)
    if (!found) throw new Error(`No such price: ${id}`)
    return found
  }

  const add = (made: LedgerCustomer): void => void customers.set(made.id, made)

  const createCustomer = ({ name, email }: { name: string; email: string }): string => {
    const id = newId('cus')
    add({ id, name, email, subscription: null, cards: [], invoices: [], behaviors: {} })
    return id
  }

  const addCard = (id: string, card: PaidCard, behavior: Behavior): void => {
    const found = customer(id)
    found.cards.unshift(card)
    found.behaviors[card.id] = behavior
    onChange?.(id)
  }

  const setDefault = (id: string, cardId: string): void => {
    const found = customer(id)
    found.cards = found.cards.map((card) => ({ ...card, isDefault: card.id === cardId }))
    onChange?.(id)
  }

  const charge = (found: LedgerCustomer, cardId: string | undefined, amount: number): void => {
    if (amount === 0) return
    if (cardId === undefined || !found.cards.some(({ id }) => id === cardId)) {
      throw new PaymentDeclined('This customer has no payment method.')
    }
    if (found.behaviors[cardId] === 'declines') throw new PaymentDeclined('Your card was declined.')
  }

  const invoice = (found: LedgerCustomer, bill: Bill, paid: boolean): PaidInvoice => {
    const { lines, currency } = bill
    const balanceUsed = balanceFor(found, bill)
    const made: PaidInvoice = {
      id: newId('in'),
      number: `FE-${String(found.invoices.length + 1).padStart(4, '0')}`,
      subscriptionId: found.subscription?.id ?? '',
      createdAt: clock.now(),
      currency,
      lines,
      subtotal: sum(lines),
      ...NO_DISCOUNT,
      tax: TAX,
      total: sum(lines) + TAX,
      credited: 0,
      ...(balanceUsed !== 0 && { balanceUsed }),
      paid,
      isOpen: !paid,
      customerName: found.name,
      customerEmail: found.email,
      customerAddress: found.cards.find(({ isDefault }) => isDefault)?.address ?? {},
    }
    found.invoices.unshift(made)
    return made
  }

  const full = ({ name, currency, amount }: Price): Bill => ({ currency, lines: [{ description: name, amount }] })

  const prorated = (subscription: PaidSubscription, next: Price, at: number): Bill => {
    const last = priceOf(subscription.priceId)
    if (last.currency !== next.currency) throw new PlanRefused()
    if (last.id === next.id) return { currency: next.currency, lines: [] }
    return {
      currency: next.currency,
      lines: [
        { description: `Unused time on ${last.name}`, amount: -shareOf(last.amount, subscription, at) },
        { description: `Remaining time on ${next.name}`, amount: shareOf(next.amount, subscription, at) },
      ],
    }
  }

  const isTrial = ({ status }: PaidSubscription) => status === 'trialing' || status === 'paused'

  const billOf = (subscription: PaidSubscription | null, priceId: string, at: number): Bill =>
    subscription && !isTrial(subscription) && subscription.status !== 'canceled'
      ? prorated(subscription, priceOf(priceId), at)
      : full(priceOf(priceId))

  /** Returns the cost of a change as of a time. */
  const preview = (id: string, given: { subscription: PaidSubscription | null; priceId: string; at: number }) => {
    const found = customer(id)
    const bill = billOf(given.subscription, given.priceId, given.at)
    const total = sum(bill.lines) + TAX
    return { ...bill, total, amountDue: dueOf(found, bill) }
  }

  const newPeriod = (from: number) => ({ periodStart: from, periodEnd: from + PERIOD_MS })

  const started = () => ({ status: 'active', ...newPeriod(clock.now()) })

  const changePlan = (id: string, given: { priceId: string; cardId: string | undefined; at: number }): void => {
    const found = customer(id)
    const { subscription } = found
    if (!subscription) throw new Error('No subscription')
    // A paused subscription charges nothing until it is resumed.
    const isPaused = subscription.status === 'paused'
    const bill = isPaused ? { currency: '', lines: [] } : billOf(subscription, given.priceId, given.at)
    charge(found, given.cardId, dueOf(found, bill))
    Object.assign(subscription, {
      priceId: given.priceId,
      ...(subscription.status === 'trialing' && { trialEnd: clock.now(), ...started() }),
    })
    if (bill.lines.length > 0) invoice(found, bill, true)
    onChange?.(id)
  }

  /** Bills a paused subscription. It runs once the bill is paid; until then it stays paused with an open invoice. */
  const resume = (id: string, cardId: string | undefined): void => {
    const found = customer(id)
    const { subscription } = found
    if (subscription?.status !== 'paused') throw new Error('This subscription is not paused')
    const open = invoice(found, full(priceOf(subscription.priceId)), false)
    try {
      payInvoice(id, open.id, cardId)
    } catch (error) {
      if (!(error instanceof PaymentDeclined)) throw error
      onChange?.(id)
    }
  }

  const voidInvoice = (id: string, invoiceId: string): void => {
    const found = customer(id)
    const at = found.invoices.findIndex((each) => each.id === invoiceId)
    if (!found.invoices[at]?.isOpen) throw new Error('Only an open invoice can be voided')
    found.invoices.splice(at, 1)
    onChange?.(id)
  }

  const subscribe = (id: string, { priceId, cardId }: { priceId: string; cardId: string | null }): PaidSubscription => {
    const found = customer(id)
    const bill = full(priceOf(priceId))
    if (cardId !== null) {
      charge(found, cardId, dueOf(found, bill))
      // The subscription is charged with its own card from now on.
      setDefault(id, cardId)
    }
    const isPaid = cardId !== null || dueOf(found, bill) === 0
    const now = clock.now()
    found.subscription = {
      id: newId('sub'),
      itemId: newId('si'),
      priceId,
      status: isPaid ? 'active' : 'incomplete',
      startedAt: now,
      ...newPeriod(now),
      trialEnd: null,
      cancelsAtPeriodEnd: false,
    }
    invoice(found, bill, isPaid)
    onChange?.(id)
    return found.subscription
  }

  const payInvoice = (id: string, invoiceId: string, cardId: string | undefined): void => {
    const found = customer(id)
    const open = found.invoices.find((each) => each.id === invoiceId)
    if (!open?.isOpen) return
    charge(found, cardId, amountDueOf(open))
    Object.assign(open, { paid: true, isOpen: false, createdAt: clock.now() })
    const { subscription } = found
    if (subscription) Object.assign(subscription, subscription.status === 'paused' ? started() : { status: 'active' })
    onChange?.(id)
  }

  const setCancellation = (id: string, atPeriodEnd: boolean): void => {
    const { subscription } = customer(id)
    if (subscription) subscription.cancelsAtPeriodEnd = atPeriodEnd
    onChange?.(id)
  }

  /** Ends a period: with a renewal that is paid or owed, the end of a trial, or the end of the subscription. */
  const endPeriod = (id: string): void => {
    const found = customer(id)
    const { subscription } = found
    if (!subscription) return
    const cardId = found.cards.find(({ isDefault }) => isDefault)?.id
    if (subscription.cancelsAtPeriodEnd) subscription.status = 'canceled'
    else if (subscription.status === 'trialing' && cardId === undefined) subscription.status = 'paused'
    else {
      const bill = full(priceOf(subscription.priceId))
      Object.assign(subscription, newPeriod(subscription.periodEnd))
      try {
        charge(found, cardId, dueOf(found, bill))
        subscription.status = 'active'
        invoice(found, bill, true)
      } catch {
        subscription.status = 'past_due'
        invoice(found, bill, false)
      }
    }
    onChange?.(id)
  }

  return {
    customers,
    customer,
    priceOf,
    creditOf: (id: string, currency: string) => creditOf(customer(id), currency),
    add,
    createCustomer,
    addCard,
    setDefault,
    preview,
    changePlan,
    resume,
    voidInvoice,
    subscribe,
    payInvoice,
    setCancellation,
    endPeriod,
    changed: (id: string) => onChange?.(id),
  }
}

export type PaymentLedger = ReturnType<typeof createPaymentLedger>
