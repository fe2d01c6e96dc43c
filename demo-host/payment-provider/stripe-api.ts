import {
  type InvoiceLine,
  type PaidSubscription,
  PaymentDeclined,
  PlanRefused,
} from '../../src/backend/ports/payments.ts'
import type { PaymentLedger } from '../../src/backend/sample/payment-ledger.ts'
import { type createCards, newId } from './cards.ts'
import { cardJson, customerJson, invoiceJson, linesJson, pageOf, subscriptionJson } from './stripe-json.ts'

interface ApiReply {
  status: number
  body: object
}

type Form = URLSearchParams
type Route = (form: Form, ...ids: string[]) => object

const CARD_REFUSED = 402
const INVALID = 400
const MISSING = 404
const MS = 1_000

const errorOf = (error: unknown): ApiReply => {
  if (error instanceof PlanRefused) {
    const message = 'You cannot combine currencies on a single customer.'
    return { status: INVALID, body: { error: { type: 'invalid_request_error', message } } }
  }
  return error instanceof PaymentDeclined
    ? { status: CARD_REFUSED, body: { error: { type: 'card_error', code: 'card_declined', message: error.message } } }
    : { status: MISSING, body: { error: { type: 'invalid_request_error', message: String(error) } } }
}

interface Parts {
  ledger: PaymentLedger
  cards: ReturnType<typeof createCards>
  now(): number
}

const LINES = [
  ['line1', 'addressLine1'],
  ['line2', 'addressLine2'],
  ['city', 'city'],
  ['state', 'state'],
  ['postal_code', 'postalCode'],
  ['country', 'country'],
] as const

const METADATA = /^metadata\[(\w+)\]$/

/** Merges metadata; an empty value removes its key. */
const mergeMetadata = (before: Record<string, string>, form: Form): Record<string, string> => {
  const given = [...form]
    .filter(([name]) => METADATA.test(name))
    .map(([name, value]) => [name.replace(METADATA, '$1'), value])
  const merged: Record<string, string> = { ...before, ...Object.fromEntries(given) }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value))
}

const routesOf = ({ ledger, cards, now }: Parts): readonly (readonly [pattern: RegExp, route: Route])[] => {
  const ownerOf = (find: (customer: ReturnType<PaymentLedger['customer']>) => boolean) => {
    const found = [...ledger.customers.values()].find(find)
    if (!found) throw new Error('No such object')
    return found
  }
  const ofSubscription = (id: string) => ownerOf(({ subscription }) => subscription?.id === id)
  /** Data of subscriptions that the ledger doesn't have. */
  const kept = new Map<string, { metadata: Record<string, string>; cardId?: string }>()
  /** Lines of invoices that were only previewed. */
  const previewed = new Map<string, readonly InvoiceLine[]>()
  /** Metadata of the subscription when it was billed, by invoice. */
  const billedWith = new Map<string, Record<string, string>>()
  const shown = (subscription: PaidSubscription, customerId: string) =>
    subscriptionJson(subscription, {
      metadata: kept.get(subscription.id)?.metadata ?? {},
      customer: ledger.customer(customerId),
      price: ledger.priceOf(subscription.priceId),
    })
  const own = (id: string) => {
    const found = ofSubscription(id)
    if (!found.subscription) throw new Error('No such subscription')
    return shown(found.subscription, found.id)
  }
  const setupJson = (found: ReturnType<typeof cards.create>) => ({
    id: found.id,
    object: 'setup_intent',
    client_secret: found.secret,
    status: found.status,
    payment_method: found.paymentMethodId,
    customer: found.customerId,
  })
  const updateSubscription: Route = (form, id = '') => {
    const { id: customerId, subscription } = ofSubscription(id)
    const priceId = form.get('items[0][price]')
    const cardId = form.get('default_payment_method') ?? kept.get(id)?.cardId
    kept.set(id, { metadata: mergeMetadata(kept.get(id)?.metadata ?? {}, form), ...(cardId && { cardId }) })
    const at = Number(form.get('proration_date') ?? 0) * MS || now()
    if (priceId && subscription) ledger.changePlan(customerId, { priceId, cardId, at })
    const cancels = form.get('cancel_at_period_end')
    if (cancels !== null) ledger.setCancellation(customerId, cancels === 'true')
    return own(id)
  }
  const resume: Route = (form, id = '') => {
    const { id: customerId, cards: held } = ofSubscription(id)
    if (form.get('payment_behavior') !== 'resume_on_payment_success') throw new Error('The stand-in knows no other')
    ledger.resume(customerId, kept.get(id)?.cardId ?? held.find(({ isDefault }) => isDefault)?.id)
    const [billed] = ledger.customer(customerId).invoices
    if (billed) billedWith.set(billed.id, kept.get(id)?.metadata ?? {})
    return own(id)
  }
  const preview: Route = (form) => {
    const found = ledger.customer(form.get('customer') ?? '')
    const at = Number(form.get('subscription_details[proration_date]') ?? 0) * MS || now()
    const isRunning = form.get('subscription') !== null
    const priceId = form.get('subscription_details[items][0][price]') ?? ''
    const subscription = isRunning ? found.subscription : null
    if (subscription?.status === 'paused' && form.get('subscription_details[resume_at]') !== 'now') {
      throw new Error('A paused subscription has no upcoming invoice')
    }
    const { lines, currency, total, amountDue } = ledger.preview(found.id, { subscription, priceId, at })
    const id = newId('upcoming_in')
    previewed.set(id, lines)
    const url = `/v1/invoices/${id}/lines`
    return { id, object: 'invoice', currency, lines: pageOf(url, linesJson(lines)), amount_due: amountDue, total }
  }
  const listLines: Route = (form, id = '') => {
    const isOf = (invoice: { id: string }) => invoice.id === id
    const lines = previewed.get(id) ?? ownerOf(({ invoices }) => invoices.some(isOf)).invoices.find(isOf)?.lines ?? []
    return pageOf(`/v1/invoices/${id}/lines`, linesJson(lines), form)
  }
  const updateCard: Route = (form, id = '') => {
    const found = ownerOf(({ cards: held }) => held.some((card) => card.id === id))
    const card = found.cards.find((each) => each.id === id)
    if (!card) throw new Error('No such payment method')
    card.email = form.get('billing_details[email]') ?? card.email
    const lines = LINES.map(([from, to]) => [to, form.get(`billing_details[address][${from}]`)] as const)
    card.address = Object.fromEntries(lines.filter(([, line]) => line))
    ledger.changed(found.id)
    return cardJson(card, found.id)
  }
  return [
    [/^GET \/v1\/customers\/(\w+)$/, (_, id = '') => customerJson(ledger.customer(id))],
    [
      /^POST \/v1\/customers$/,
      (form) =>
        customerJson(
          ledger.customer(ledger.createCustomer({ name: form.get('name') ?? '', email: form.get('email') ?? '' })),
        ),
    ],
    [
      /^POST \/v1\/customers\/(\w+)$/,
      (form, id = '') => {
        const cardId = form.get('invoice_settings[default_payment_method]')
        if (cardId !== null) ledger.setDefault(id, cardId)
        const [name, email] = [form.get('name'), form.get('email')]
        Object.assign(ledger.customer(id), { ...(name !== null && { name }), ...(email !== null && { email }) })
        return customerJson(ledger.customer(id))
      },
    ],
    [
      /^GET \/v1\/payment_methods$/,
      (form) => {
        const found = ledger.customer(form.get('customer') ?? '')
        const listed = found.cards.map((card) => cardJson(card, found.id))
        return pageOf('/v1/payment_methods', listed, form)
      },
    ],
    [/^POST \/v1\/payment_methods\/(\w+)$/, updateCard],
    [
      /^GET \/v1\/subscriptions$/,
      (form) => {
        const found = ledger.customer(form.get('customer') ?? '')
        const listed = found.subscription ? [shown(found.subscription, found.id)] : []
        return pageOf('/v1/subscriptions', listed, form)
      },
    ],
    [/^GET \/v1\/subscriptions\/(\w+)$/, (_, id = '') => own(id)],
    [
      /^POST \/v1\/subscriptions$/,
      (form) => {
        const customerId = form.get('customer') ?? ''
        const given = { priceId: form.get('items[0][price]') ?? '', cardId: form.get('default_payment_method') }
        return shown(ledger.subscribe(customerId, given), customerId)
      },
    ],
    [/^POST \/v1\/subscriptions\/(\w+)$/, updateSubscription],
    [/^POST \/v1\/subscriptions\/(\w+)\/resume$/, resume],
    [
      /^GET \/v1\/invoices$/,
      (form) => {
        const ofOne = form.get('subscription')
        const found = ofOne === null ? ledger.customer(form.get('customer') ?? '') : ofSubscription(ofOne)
        const listed = found.invoices.filter(
          ({ subscriptionId, isOpen }) =>
            (ofOne === null || subscriptionId === ofOne) && (form.get('status') !== 'open' || isOpen),
        )
        return pageOf(
          '/v1/invoices',
          listed.map((invoice) => invoiceJson(invoice, found.id, billedWith.get(invoice.id))),
          form,
        )
      },
    ],
    [/^GET \/v1\/invoices\/(\w+)\/lines$/, listLines],
    [/^POST \/v1\/invoices\/create_preview$/, preview],
    [
      /^POST \/v1\/invoices\/(\w+)\/pay$/,
      (form, id = '') => {
        const found = ownerOf(({ invoices }) => invoices.some((invoice) => invoice.id === id))
        ledger.payInvoice(found.id, id, form.get('payment_method') ?? undefined)
        return { id, object: 'invoice' }
      },
    ],
    [
      /^POST \/v1\/invoices\/(\w+)\/void$/,
      (_, id = '') => {
        ledger.voidInvoice(ownerOf(({ invoices }) => invoices.some((invoice) => invoice.id === id)).id, id)
        return { id, object: 'invoice', status: 'void' }
      },
    ],
    [/^POST \/v1\/setup_intents$/, (form) => setupJson(cards.create(form.get('customer') ?? ''))],
    [
      /^GET \/v1\/setup_intents\/(\w+)$/,
      (_, id = '') => {
        const found = cards.get(id)
        if (!found) throw new Error('No such setupintent')
        return setupJson(found)
      },
    ],
  ]
}

const OTHER_REQUEST: ApiReply = {
  status: 400,
  body: {
    error: {
      type: 'idempotency_error',
      message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    },
  },
}

/**
 * Creates the part of Stripe's API that is used here, with its idempotency keys: a repeated key returns the first
 * response.
 */
export const createStripeApi = (parts: Parts) => {
  const routes = routesOf(parts)
  const kept = new Map<string, { request: string; reply: ApiReply }>()
  const perform = (target: string, form: Form): ApiReply => {
    for (const [pattern, route] of routes) {
      const found = pattern.exec(target)
      if (!found) continue
      try {
        return { status: 200, body: route(form, ...found.slice(1)) }
      } catch (error) {
        return errorOf(error)
      }
    }
    return errorOf(new Error(`Unrecognized request URL (${target})`))
  }
  return (target: string, form: Form, key: string | undefined): ApiReply => {
    if (key === undefined) return perform(target, form)
    const request = `${target} ${form}`
    const first = kept.get(key)
    if (first && first.request !== request) return OTHER_REQUEST
    const reply = first?.reply ?? perform(target, form)
    kept.set(key, { request, reply })
    return reply
  }
}
