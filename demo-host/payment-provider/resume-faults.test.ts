import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createStripePayments } from '../../src/backend/adapters/stripe-payments.ts'
import { PaymentDeclined, type PaymentPort } from '../../src/backend/ports/payments.ts'
import { isWhole } from '../../src/backend/prove/report.test-kit.ts'
import { SAMPLE_PRICES } from '../../src/backend/sample/billing.ts'
import { closeServer } from '../../src/serve/listen.ts'
import type { Side } from './faults-connection.test-kit.ts'
import { STAND_IN } from './for-demo.ts'
import { createPaymentProvider, type PaymentProvider } from './start.ts'

const GROWTH = 'price_demo_growth'
const ENTERPRISE = 'price_demo_enterprise'
const CARD = { last4: '4242', expMonth: 12, expYear: 2034, brand: 'visa', name: 'Ada', email: null, address: {} }
const NEVER = Number.POSITIVE_INFINITY

const noResponse = { writeHead: () => noResponse, end: () => undefined } as unknown as ServerResponse

describe('Buying a plan for a trial that ended without a card', () => {
  let provider: PaymentProvider
  let server: Server
  let payments: PaymentPort
  let customerId: string
  /** Number of requests until the connection breaks, and whether it breaks before or after the last one. */
  let broken: { after: number; side: Side }

  const perform = async (request: IncomingMessage, response: ServerResponse) => {
    const { behaviors } = provider.ledger.customer(customerId)
    const isResumed = request.url?.endsWith('/resume')
    if (isResumed) behaviors.pm_late = 'declines'
    await provider.listener(request, response)
    if (isResumed) behaviors.pm_late = 'pays'
  }

  before(async () => {
    server = createServer(async (request, response) => {
      broken.after -= 1
      if (broken.after >= 0) return perform(request, response)
      if (broken.after === -1 && broken.side === 'after') await perform(request, noResponse)
      // Without this header the library repeats the request by itself.
      response.writeHead(500, { 'stripe-should-retry': 'false' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    payments = createStripePayments({ ...STAND_IN, apiUrl: `http://localhost:${port}` })
  })
  after(() => closeServer(server))

  const begin = () => {
    provider = createPaymentProvider({ prices: SAMPLE_PRICES, notify: () => undefined })
    const { ledger } = provider
    customerId = ledger.createCustomer({ name: 'Acme', email: 'ada@acme.test' })
    ledger.addCard(customerId, { ...CARD, id: 'pm_good', isDefault: true }, 'pays')
    ledger.addCard(customerId, { ...CARD, id: 'pm_late', isDefault: false }, 'pays')
    ledger.addCard(customerId, { ...CARD, id: 'pm_bad', isDefault: false }, 'declines')
    const now = Date.now()
    ledger.customer(customerId).subscription = {
      id: 'sub_paused',
      itemId: 'si_paused',
      priceId: GROWTH,
      status: 'paused',
      startedAt: now,
      periodStart: now,
      periodEnd: now,
      trialEnd: now,
      cancelsAtPeriodEnd: false,
    }
  }

  const held = () => {
    const { subscription, invoices } = provider.ledger.customer(customerId)
    return [subscription?.status, subscription?.priceId, ...invoices.map(({ total, paid }) => [total, paid])]
  }

  /** Buys like a user who tries again: a subscription that is already active is not changed. */
  const buy = async (paymentMethodId: string): Promise<'bought' | 'declined'> => {
    const { subscription } = await payments.read(customerId)
    assert.ok(subscription)
    const change = { key: 'one', priceId: ENTERPRISE, paymentMethodId, prorationAt: 0 }
    try {
      if (subscription.status === 'paused') await payments.changePlan(subscription, change)
      return 'bought'
    } catch (error) {
      if (error instanceof PaymentDeclined) return 'declined'
      throw error
    }
  }

  /**
   * Breaks the connection at the given request after the reading ones; returns `false` if there was no such request.
   */
  const breakAt = async (paymentMethodId: string, at: number, side: Side): Promise<boolean> => {
    const reads = 4
    broken = { after: reads + at, side }
    await buy(paymentMethodId).catch(() => undefined)
    const isBroken = broken.after < 0
    broken = { after: NEVER, side }
    return isBroken
  }

  const BOUGHT = ['bought', 'active', ENTERPRISE, [19_900, true]]
  const outcomes: Readonly<Record<string, readonly [card: string, outcome: unknown]>> = {
    'a card that pays': ['pm_good', BOUGHT],
    'a card that pays when the open invoice is paid': ['pm_late', BOUGHT],
    'a card that is declined': ['pm_bad', ['declined', 'paused', GROWTH]],
  }

  for (const [name, [card, outcome]] of Object.entries(outcomes)) {
    it(`has the same result whichever request lost its connection: ${name}`, async () => {
      let breaks = 0
      for (const side of ['before', 'after'] as const) {
        for (let first = 0, isBroken = true; isBroken; first += 1) {
          for (let second = isWhole ? 0 : NEVER, isBrokenAgain = true; isBrokenAgain; second += 1) {
            begin()
            isBroken = await breakAt(card, first, side)
            isBrokenAgain = isBroken && (await breakAt(card, second, side))
            assert.deepEqual([await buy(card), ...held()], outcome, `${side} ${first}, then ${second}`)
            breaks += Number(isBroken) + Number(isBrokenAgain)
          }
        }
      }
      assert.ok(breaks >= 6, String(breaks))
    })
  }
})
