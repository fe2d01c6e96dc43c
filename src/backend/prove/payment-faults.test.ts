import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { billing } from '../../contract/billing.ts'
import { createBackend } from '../backend.ts'
import { snapshotOf } from '../domain/billing/billing-account.ts'
import { paidPlanId } from '../domain/settings/billing.ts'
import type { PaymentPort } from '../ports/payments.ts'
import { SAMPLE_BILLING } from '../sample/billing.ts'
import { createLedgerPayments } from '../sample/ledger-payments.ts'
import { createMemoryStore } from '../store/memory.ts'
import { billingCalls } from '../suites/billing.test-kit.ts'
import { API, type Kit, openKit } from '../suites/kit.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

const DAY = 86_400_000
const GROWTH = 4_900
const ROUNDS = scaled(200)

/** Faults of the provider, once or for as long as they are set. */
interface Faults {
  isDown: boolean
  isResponseLost: boolean
  /** Runs after the provider made a change and before its response. */
  beforeResponse: (() => Promise<unknown>) | undefined
}

/** Event loop turns that the provider takes, so that concurrent requests overlap. */
const TURNS = 50

const slowly = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise(setImmediate)
  return work()
}

/** Wraps the kit's ledger in a connection with faults, and adds the provider's idempotency keys. */
const createFaultyPayments = (faults: Faults, inner: () => PaymentPort): PaymentPort => {
  const kept = new Map<string, Promise<unknown>>()
  const once = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const first = (kept.get(key) as Promise<Result> | undefined) ?? slowly(work)
    kept.set(key, first)
    const result = await first
    await faults.beforeResponse?.()
    if (faults.isResponseLost) throw new Error('The connection was reset')
    return result
  }
  const reachable = <Call extends (...given: never[]) => Promise<unknown>>(call: Call): Call =>
    // The wrapper has the same parameters and result.
    (async (...given: never[]) => {
      if (faults.isDown) throw new Error('The connection was refused')
      return call(...given)
    }) as Call
  const late = <Name extends Exclude<keyof PaymentPort, 'publishableKey'>>(name: Name): PaymentPort[Name] =>
    // Bound at the call, because the kit creates its ledger after its ports are chosen.
    reachable(((...given: never[]) => (inner()[name] as (...all: never[]) => Promise<unknown>)(...given)) as never)
  return {
    publishableKey: 'pk_test_faults',
    read: late('read'),
    createCustomer: late('createCustomer'),
    createSetupIntent: late('createSetupIntent'),
    readSetupIntent: late('readSetupIntent'),
    setDefaultCard: late('setDefaultCard'),
    updateBillingDetails: late('updateBillingDetails'),
    setCancellation: late('setCancellation'),
    preview: late('preview'),
    readEvent: late('readEvent'),
    changePlan: reachable((subscription, change) =>
      once(`${change.key} change`, () => inner().changePlan(subscription, change)),
    ),
    payInvoice: reachable((id, change) => once(`${change.key} pay`, () => inner().payInvoice(id, change))),
    subscribe: reachable((given) => once(`${given.key} subscribe`, () => inner().subscribe(given))),
  }
}

interface Round {
  kit: Kit
  calls: ReturnType<typeof billingCalls>
  faults: Faults
  /** Whether the user tries again before the notification arrives. */
  isEager: boolean
  /** Whether the last subscription has ended, so that a new one begins. */
  isNew: boolean
}

const shownId = async ({ kit }: Round): Promise<string> =>
  snapshotOf(await kit.store.billingAccounts.find({ tenantId: 'acme' })).subscription?.id ?? ''

const buy = async (round: Round) => {
  const { calls } = round
  return calls.change(await calls.signIn('ada@acme.test'), 'growth', 'pm_1', await shownId(round))
}

/** Buys through separate queues, like another process. */
const buyElsewhere = async (round: Round) => {
  const token = await round.calls.signIn('ada@acme.test')
  const path = billing.managedUpdateSubscription.path.replace('{id}', await shownId(round))
  const { method } = billing.managedUpdateSubscription
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const body = JSON.stringify({ planId: 'growth', paymentMethodId: 'pm_1' })
  return createBackend(round.kit.ports)(new Request(API + path, { method, headers, body }), { address: undefined })
}

/** Recovers from a change without a response, with the user's and the provider's actions in either order. */
const recover = async (round: Round) => {
  Object.assign(round.faults, { isDown: false, isResponseLost: false, beforeResponse: undefined })
  if (round.isEager) await buy(round)
  await round.calls.notify()
  assert.equal((await buy(round)).status, 200)
}

const lose = async (round: Round) => {
  round.faults.isResponseLost = true
  assert.equal((await buy(round)).status, 503)
}

const FAULTS: Readonly<Record<string, (round: Round) => Promise<unknown>>> = {
  'lost response': lose,
  'double click': async (round) => {
    const { calls } = round
    const [token, id] = [await calls.signIn('ada@acme.test'), await shownId(round)]
    await Promise.all([calls.change(token, 'growth', 'pm_1', id), calls.change(token, 'growth', 'pm_1', id)])
  },
  'two tabs': (round) => Promise.all([buy(round), buy(round)]),
  'two processes': (round) => Promise.all([buyElsewhere(round), buyElsewhere(round)]),
  'notified twice': async (round) => {
    await buy(round)
    await Promise.all([round.calls.notify(), round.calls.notify()])
  },
  'notified before the response': async (round) => {
    round.faults.beforeResponse = () => round.calls.notify()
    assert.equal((await buy(round)).status, 200)
  },
  'notified days late': async (round) => {
    await lose(round)
    round.kit.time.now += 3 * DAY
  },
  'notified out of order': async (round) => {
    await buy(round)
    const token = await round.calls.signIn('ada@acme.test')
    const id = await shownId(round)
    await round.calls.call(token, 'managedCancelSubscription', { id, body: {} })
    await round.calls.call(token, 'managedRenewSubscription', { id, body: {} })
    for (let event = 0; event < 4; event += 1) await round.calls.notify()
  },
  'lost response of a resumed trial': async (round) => {
    const { subscription } = round.kit.ledger.customer(await round.calls.customerOf())
    Object.assign(subscription ?? {}, { status: 'paused' })
    await round.calls.notify()
    await lose(round)
  },
  'provider down': async (round) => {
    round.faults.isDown = true
    assert.ok((await buy(round)).status >= 500)
  },
}

const tally = { rounds: 0, charges: 0, twice: 0, paidWithoutPlan: 0, planWithoutPayment: 0, different: 0 }

const assertOutcome = async ({ kit, calls }: Round): Promise<void> => {
  const provider = kit.ledger.customer(await calls.customerOf())
  const paid = (await calls.paidInvoices()).filter(({ total }) => total === GROWTH).length
  const hasPlan = (await calls.planOf()) === 'growth'
  const { subscription, cards, invoices } = snapshotOf(await kit.store.billingAccounts.find({ tenantId: 'acme' }))
  const copied = JSON.stringify({ subscription, cards, invoices })
  const { subscription: real, cards: realCards, invoices: realInvoices } = provider
  const isSame = copied === JSON.stringify({ subscription: real, cards: realCards, invoices: realInvoices })
  tally.charges += paid
  if ((await calls.paidInvoices()).length > 1) tally.twice++
  if (paid > 0 && !hasPlan) tally.paidWithoutPlan++
  if (hasPlan && paid === 0) tally.planWithoutPayment++
  if (!isSame || (await calls.planOf()) !== paidPlanId(SAMPLE_BILLING, real)) tally.different++
}

const play = async (round: Round, fault: (round: Round) => Promise<unknown>): Promise<void> => {
  const { kit, calls } = round
  await kit.reset()
  await calls.sell()
  const token = await calls.signIn('ada@acme.test')
  await calls.startTrial(token)
  await calls.addCard(token, 'pm_1')
  if (round.isNew) {
    Object.assign(kit.ledger.customer(await calls.customerOf()).subscription ?? {}, { status: 'canceled' })
    await calls.notify()
  }
  await fault(round)
  await recover(round)
  await assertOutcome(round)
  tally.rounds++
}

describe('Payments with faults of the network and the provider', () => {
  it('are charged once, and the plan is what was paid for', async () => {
    const faults: Faults = { isDown: false, isResponseLost: false, beforeResponse: undefined }
    let ledgerPayments: PaymentPort | undefined
    const payments = createFaultyPayments(faults, () => {
      assert.ok(ledgerPayments)
      return ledgerPayments
    })
    const kit = await openKit(async () => createMemoryStore(), { ports: { payments } })
    ledgerPayments = createLedgerPayments(kit.ledger, 'pk_test_faults')
    const calls = billingCalls(() => kit)
    for (let at = 0; at < ROUNDS; at += 1)
      for (const fault of Object.values(FAULTS))
        await play({ kit, calls, faults, isEager: at % 2 === 0, isNew: at % 4 < 2 }, fault)
    await kit.close()
    const { rounds, charges, twice, paidWithoutPlan, planWithoutPayment, different } = tally
    report({
      row: 60,
      wanted:
        '200 rounds of 10 faults: one charge each, 0 double charges, 0 paid without plan, 0 plan without payment, all as at the provider',
      reached: JSON.stringify(tally),
      ok: charges === rounds && twice + paidWithoutPlan + planWithoutPayment + different === 0,
    })
    assert.deepEqual([charges, twice, paidWithoutPlan, planWithoutPayment, different], [rounds, 0, 0, 0, 0])
  })
})
