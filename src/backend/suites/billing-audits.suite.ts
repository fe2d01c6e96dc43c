import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { billingCalls, cardWith, PRICE } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const VISA = { brand: 'visa', last4: '4242' }

export const describeBillingAudits = (kit: () => Kit): void => {
  const { call, signIn, sell, addCard, startTrial, notify, change, customerOf } = billingCalls(kit)
  let ada: string
  beforeEach(async () => {
    await sell()
    ada = await signIn('ada@acme.test')
    await startTrial(ada)
  })

  const rows = async (action: string) => {
    const found = await kit().store.audits.list({ tenantId: 'acme', action })
    const inOrder = found.sort((one, other) => one.seq - other.seq)
    return inOrder.map(({ email, description, detail }) => ({ email, description, ...JSON.parse(detail) }))
  }
  const provider = async () => kit().ledger.customer(await customerOf())

  it('records the new default card, the previous one and who added it, once', async () => {
    await addCard(ada, 'pm_1')
    await Promise.all([call(ada, 'listPaymentMethods'), call(ada, 'getSummary', { id: 'acme' })])
    await call(ada, 'createSetupIntent', { body: {} })
    kit().ledger.addCard(await customerOf(), { ...cardWith('pm_2'), brand: 'amex', last4: '0005' }, 'pays')
    await Promise.all([call(ada, 'listPaymentMethods'), call(ada, 'getSummary', { id: 'acme' })])
    await notify()
    const by = { email: 'ada@acme.test' }
    const amex = { brand: 'amex', last4: '0005' }
    assert.deepEqual(await rows('Payment method changed'), [
      { ...by, description: 'Pays with the visa card ending in 4242', before: null, after: VISA },
      { ...by, description: 'Pays with the amex card ending in 0005', before: VISA, after: amex },
    ])
  })

  it('attributes a card to no other user or IP address just because they see it first', async () => {
    await kit().store.members.update({ userId: 'rea' }, { roleIds: '["admin"]' })
    const rea = await signIn('rea@acme.test')
    for (const [id, see] of [
      ['pm_1', () => call(rea, 'listPaymentMethods')],
      ['pm_2', () => notify()],
    ] as const) {
      await call(ada, 'createSetupIntent', { body: {} })
      kit().ledger.addCard(await customerOf(), cardWith(id), 'pays')
      assert.equal((await see()).status, 200)
    }
    const found = await rows('Payment method changed')
    assert.deepEqual(
      found.map(({ email, addedBy }) => [email, addedBy]),
      [
        ['', 'ada@acme.test'],
        ['', 'ada@acme.test'],
      ],
    )
  })

  it('records the plan before and after a purchase, even if its response was lost', async () => {
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const trial = { plan: 'Enterprise', status: 'trialing' }
    const growth = { plan: 'Growth', status: 'active' }
    const bought = (name: string) => ({ email: 'ada@acme.test', description: `Bought ${name}` })
    assert.deepEqual(await rows('Plan changed'), [{ ...bought('Growth'), before: trial, after: growth }])
    const { subscription } = await provider()
    Object.assign(subscription ?? {}, { priceId: PRICE.enterprise })
    await change(ada, 'enterprise', 'pm_1')
    const after = { plan: 'Enterprise', status: 'active' }
    assert.deepEqual((await rows('Plan changed')).at(-1), { ...bought('Enterprise'), before: growth, after })
    await change(ada, 'enterprise', 'pm_1')
    assert.equal((await rows('Plan changed')).length, 2, 'nothing changed')
  })

  it('records a first plan, and the card when a purchase changes nothing else', async () => {
    Object.assign((await provider()) ?? {}, { subscription: null })
    await notify()
    const made = await call(ada, 'createProviderSubscription', { body: { stripePlanId: PRICE.growth } })
    assert.equal(made.status, 200)
    const [row] = await rows('Plan changed')
    assert.deepEqual([row?.before, row?.after], [null, { plan: 'Growth', status: 'incomplete' }])
    const found = await provider()
    Object.assign(found.subscription ?? {}, { status: 'active' })
    kit().ledger.addCard(found.id, { ...cardWith('pm_1'), isDefault: true }, 'pays')
    kit().ledger.addCard(found.id, { ...cardWith('pm_2'), last4: '4444' }, 'pays')
    await notify()
    const before = (await rows('Payment method changed')).length
    assert.equal((await change(ada, 'growth', 'pm_2', made.body.subscriptionId)).status, 200)
    const cards = (await rows('Payment method changed')).slice(before)
    assert.deepEqual(
      cards.map((each) => [each.email, each.before, each.after]),
      [['ada@acme.test', VISA, { brand: 'visa', last4: '4444' }]],
    )
    assert.equal((await rows('Plan changed')).length, 1)
  })

  it('records billing details before and after a change', async () => {
    await addCard(ada, 'pm_1')
    const one = { email: 'pay@acme.test', address: { city: 'Leeds', country: 'GB' } }
    const other = { email: 'bills@acme.test', address: { city: 'York', country: 'GB' } }
    for (const body of [one, other]) await call(ada, 'updateBillingDetails', { id: 'pm_1', body })
    assert.deepEqual(
      (await rows('Billing details changed')).map(({ before, after }) => [before, after]),
      [
        [{ email: null, address: {} }, one],
        [one, other],
      ],
    )
  })

  it('records what the payment provider changed: the plan, the status, the end', async () => {
    const { subscription } = await provider()
    assert.ok(subscription)
    const changes = [{ status: 'active' }, { priceId: PRICE.growth }, { cancelsAtPeriodEnd: true }, {}]
    for (const each of changes) {
      Object.assign(subscription, each)
      await notify()
    }
    const found = (await rows('Subscription changed by the payment provider')).slice(-3)
    const facts = (plan: string, status: string, cancelsAtPeriodEnd = false) => ({ plan, status, cancelsAtPeriodEnd })
    assert.deepEqual(
      found.map(({ before, after }) => [before, after]),
      [
        [facts('Enterprise', 'trialing'), facts('Enterprise', 'active')],
        [facts('Enterprise', 'active'), facts('Growth', 'active')],
        [facts('Growth', 'active'), facts('Growth', 'active', true)],
      ],
    )
  })
}
