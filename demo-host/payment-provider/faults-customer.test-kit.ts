import assert from 'node:assert/strict'
import { toInvoice, toPaymentMethod, toSubscription } from '../../src/backend/domain/billing/shown-billing.ts'
import { SAMPLE_BILLING } from '../../src/backend/sample/billing.ts'
import { APP } from '../../src/backend/suites/kit.test-kit.ts'
import { PASSWORD } from '../../src/backend/suites/users.test-kit.ts'
import { billing, planChanges } from '../../src/contract/billing.ts'
import { entitlements } from '../../src/contract/entitlements.ts'
import { login } from '../../src/contract/login.ts'
import { API_PREFIX } from '../../src/contract/path.ts'
import type { CardPaymentMethod, Invoice, Subscription } from '../../src/entities/billing.ts'
import type { UserEntitlementsV1 } from '../../src/entities/entitlements.ts'
import type { FaultyProvider } from './faults-connection.test-kit.ts'
import type { Fleet } from './faults-fleet.test-kit.ts'

const DAY = 86_400_000
const PERIOD = 30 * DAY
const GROWTH = 'price_demo_growth'
const ENTERPRISE = 'price_demo_enterprise'
/** A feature in Growth, but not in the free plan. */
const PAID_FEATURE = 'scheduled-reports'

export interface Place {
  fleet: Fleet
  provider: FaultyProvider
  now(): number
}

export interface Buyer {
  tenantId: string
  email: string
  customerId: string
  cardId: string
}

interface CallOptions {
  token?: string
  body?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Creates the calls of one account's user in a browser, and access to the payment provider's records of the account.
 */
export const createCustomerCalls = (place: Place, buyer: Buyer, at: number) => {
  const { provider, fleet } = place
  const held = () => provider.ledger.customer(buyer.customerId)
  let token = ''

  const call = async (method: string, path: string, options: CallOptions & { process?: number } = {}) => {
    const { process = at, body, headers, signal } = options
    const sent = { 'Content-Type': 'application/json', Origin: APP, ...headers }
    const url = `${fleet.origin(process)}${path}`
    const response = await fetch(url, { method, headers: sent, ...(body && { body }), ...(signal && { signal }) })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }
  const authorized = () => ({ headers: { Authorization: `Bearer ${token}` } })
  const get = async (path: string) => {
    const response = await call('GET', path, authorized())
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return response.body
  }

  const signIn = async () => {
    const body = JSON.stringify({ email: buyer.email, password: PASSWORD })
    const response = await call('POST', API_PREFIX + login.login.path, { body })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    token = response.body.accessToken
  }

  const shownSubscription = async (): Promise<Subscription | undefined> =>
    (await get(billing.managedListSubscriptions.path))[0]

  /** Buys through the process of a tab; `id` is that of the subscription on the page. */
  const buy = async ({ id, tab = 0, signal }: { id: string; tab?: number; signal?: AbortSignal }) =>
    call('PUT', billing.managedUpdateSubscription.path.replace('{id}', id), {
      ...authorized(),
      process: at + tab,
      body: JSON.stringify({ planId: 'growth', paymentMethodId: buyer.cardId }),
      ...(signal && { signal }),
    })

  const change = async (operation: 'managedCancelSubscription' | 'managedRenewSubscription', id: string) =>
    call(billing[operation].method, billing[operation].path.replace('{id}', id), { ...authorized(), body: '{}' })

  const deliver = async ({ body, signature }: ReturnType<FaultyProvider['noteOf']>) => {
    const headers = { 'Stripe-Signature': signature }
    const response = await call('POST', planChanges.receivePaymentEvent.path, { body, headers })
    assert.equal(response.status, 200, JSON.stringify(response.body))
  }
  const notify = () => deliver(provider.noteOf(buyer.customerId))

  /**
   * Starts with a trial of another plan or an ended subscription, one card and no invoice; the backend is up to date.
   */
  const begin = async (isNew: boolean) => {
    const now = place.now()
    const card = { id: buyer.cardId, last4: '4242', expMonth: 8, expYear: 2040, brand: 'visa', name: 'Ada' }
    provider.setFaults(buyer.customerId, {})
    Object.assign(held(), {
      invoices: [],
      cards: [{ ...card, isDefault: true, email: null, address: {} }],
      subscription: {
        id: `sub_trial_${buyer.tenantId}`,
        itemId: `si_trial_${buyer.tenantId}`,
        priceId: ENTERPRISE,
        status: isNew ? 'canceled' : 'trialing',
        startedAt: now,
        periodStart: now,
        periodEnd: now + PERIOD,
        trialEnd: now + PERIOD,
        cancelsAtPeriodEnd: false,
      },
    })
    await notify()
  }

  /** Ends a trial without a card, which pauses the subscription; the card was added afterwards. */
  const endTrial = async () => {
    Object.assign(held().subscription ?? {}, { status: 'paused' })
    await notify()
  }

  const setCard = (behavior: 'pays' | 'declines') => {
    held().behaviors[buyer.cardId] = behavior
  }

  const shownId = async () => (await shownSubscription())?.id ?? ''

  /** Returns what users see and may do, and whether the provider's records match. */
  const outcome = async () => {
    const [subscriptions, invoices, cards, features] = (await Promise.all([
      get(billing.managedListSubscriptions.path),
      get(billing.listInvoices.path),
      get(billing.listPaymentMethods.path),
      get(API_PREFIX + entitlements.loadEntitlementsV1.path),
    ])) as [Subscription[], Invoice[], CardPaymentMethod[], UserEntitlementsV1]
    const real = held()
    const factsOf = (shown: { subscriptions: Subscription[]; invoices: Invoice[]; cards: CardPaymentMethod[] }) =>
      JSON.stringify([
        shown.subscriptions.map(({ id, status, plan, cancellation }) => [id, status, plan.slug, cancellation]),
        shown.invoices.map(({ id, totalAmount, paid }) => [id, totalAmount, paid]),
        shown.cards.map(({ id, isDefault }) => [id, isDefault]),
      ])
    const wanted = factsOf({
      subscriptions: real.subscription ? [toSubscription(SAMPLE_BILLING, real.subscription)] : [],
      invoices: real.invoices.map(toInvoice),
      cards: real.cards.map(toPaymentMethod),
    })
    return {
      charges: real.invoices.filter(({ paid }) => paid).length,
      hasFeature: features.features[PAID_FEATURE]?.isEntitled === true,
      isBoughtAtProvider: real.subscription?.status === 'active' && real.subscription.priceId === GROWTH,
      isSame: factsOf({ subscriptions, invoices, cards }) === wanted,
    }
  }

  const setFaults = (given: Parameters<FaultyProvider['setFaults']>[1]) => provider.setFaults(buyer.customerId, given)
  const newNote = () => provider.noteOf(buyer.customerId)
  return { signIn, shownId, buy, change, deliver, newNote, notify, begin, endTrial, setCard, outcome, setFaults }
}

export type CustomerCalls = ReturnType<typeof createCustomerCalls>
