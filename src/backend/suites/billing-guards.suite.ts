import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { billing, planChanges } from '../../contract/billing.ts'
import { createBackend } from '../backend.ts'
import { SAMPLE_BILLING } from '../sample/billing.ts'
import { billingCalls, PRICE } from './billing.test-kit.ts'
import { API, FOREIGN_PRICE, type Kit } from './kit.test-kit.ts'

type Operation = keyof typeof billing

const NO_SUBSCRIPTION = 'Subscription not found.'
const CHANGES = ['managedCancelSubscription', 'managedRenewSubscription', 'managedUpdateSubscription'] as const
const PLAN = { planId: 'growth', paymentMethodId: 'pm_1' }

/** Returns the plan that an Enterprise subscription gives in a status. */
const paidPlanOf = (status: string): string => (status === 'active' ? 'enterprise' : 'starter')

export const describeBillingGuards = (kit: () => Kit): void => {
  const { call, signIn, sell, addCard, startTrial, notify, change, preview, customerOf, paidInvoices, planOf } =
    billingCalls(kit)
  let ada: string
  beforeEach(async () => {
    await sell()
    ada = await signIn('ada@acme.test')
  })

  it('changes nothing without a subscription', async () => {
    for (const operation of CHANGES) {
      const { status, body } = await call(ada, operation, { id: 'sub', body: PLAN })
      assert.deepEqual([status, body.errors], [404, [NO_SUBSCRIPTION]], operation)
    }
    assert.deepEqual((await preview(ada, 'growth')).body.errors, [NO_SUBSCRIPTION])
  })

  it('says whom to ask about a plan in a different currency from the subscription’s, and schedules no change', async () => {
    const [starter, growth, enterprise] = SAMPLE_BILLING.plans
    assert.ok(starter && growth && enterprise)
    const foreign = { ...growth, price: { ...growth.price, ...FOREIGN_PRICE, externalId: FOREIGN_PRICE.id } }
    await sell({ plans: [starter, foreign, enterprise] })
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    assert.equal((await change(ada, 'enterprise', 'pm_1')).status, 200)
    const refused = { errors: ['Contact us to change to this plan.'], code: 'contact-vendor' }
    for (const { status, body } of [await preview(ada, 'growth'), await change(ada, 'growth', 'pm_1')]) {
      assert.deepEqual([status, { errors: body.errors, code: body.code }], [403, refused])
    }
    assert.equal((await kit().store.billingAccounts.find({ tenantId: 'acme' }))?.pendingChange, null)
    assert.equal((await paidInvoices()).length, 1)
    await sell({ plans: [starter, foreign, enterprise], allowPlanDowngrade: false })
    assert.deepEqual((await change(ada, 'growth', 'pm_1')).body.errors, ['Contact us to change to a smaller plan.'])
  })

  it('reports what is missing: the subscription, the plan, the card', async () => {
    const id = await startTrial(ada)
    const other = await call(ada, 'managedGetSubscription', { id: 'sub_other' })
    assert.deepEqual([other.status, other.body.errors], [404, [NO_SUBSCRIPTION]])
    assert.deepEqual((await change(ada, 'gone', 'pm_1')).body.errors, ['Plan not found'])
    assert.deepEqual((await change(ada, 'growth', 'pm_1', id)).body.errors, ['Add a payment method first.'])
    assert.deepEqual((await call(ada, 'getPlan', { id: 'gone' })).body.errors, ['Plan not found'])
  })

  it('is not configured without a payment provider, and the portal can detect that', async () => {
    const { payments: _, ...ports } = kit().ports
    const backend = createBackend(ports)
    const ask = async (operation: Operation) => {
      const { method, path } = billing[operation]
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ada}` }
      const body = method === 'GET' ? undefined : '{}'
      const response = await backend(new Request(API + path, { method, headers, body }), { address: undefined })
      return { status: response.status, body: await response.json() }
    }
    assert.equal((await ask('listPaymentProviders')).body[0].status, '0')
    for (const operation of ['getCardProviderConfig', 'createSetupIntent'] as const) {
      const { status, body } = await ask(operation)
      assert.deepEqual([status, body.errors], [503, ['Payment provider not configured']], operation)
    }
    assert.equal((await call(ada, 'listPaymentProviders')).body[0].status, '1')
  })

  it('buys nothing with the card or for the account of another tenant', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    const gia = await signIn('gia@globex.test')
    await call(gia, 'createCustomer', { body: { name: 'Gia', email: 'gia@globex.test' } })
    const bought = await call(gia, 'createProviderSubscription', { body: { stripePlanId: PRICE.growth } })
    const id: string = bought.body.subscriptionId
    assert.deepEqual((await call(gia, 'managedUpdateSubscription', { id, body: PLAN })).body.errors, [
      'Add a payment method first.',
    ])
    for (const operation of ['updateSubscription', 'cancelSubscription', 'renewSubscription'] as const) {
      assert.equal((await call(gia, operation, { id: 'sub_trial', body: PLAN })).status, 404, operation)
    }
    const body = { tenantId: 'acme', providerType: 'Stripe' }
    assert.equal((await call(gia, 'createTenantConfiguration', { body })).status, 404)
    const { subscription, cards } = kit().ledger.customer(await customerOf())
    assert.deepEqual([subscription?.status, cards.map((card) => card.id)], ['trialing', ['pm_1']])
  })

  it('charges again for the same plan and card once the subscription has ended, and after an unfinished purchase', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const noted = {
      priceId: PRICE.growth,
      paymentMethodId: 'pm_1',
      prorationAt: 0,
      key: 'old',
      subscriptionId: 'sub_trial',
    }
    const pendingChange = JSON.stringify({ ...noted, notedAt: kit().time.now })
    await kit().store.billingAccounts.update({ tenantId: 'acme' }, { pendingChange })
    const customer = kit().ledger.customer(await customerOf())
    Object.assign(customer.subscription ?? {}, { status: 'canceled' })
    await notify()
    assert.equal((await kit().store.billingAccounts.find({ tenantId: 'acme' }))?.pendingChange, pendingChange)
    kit().time.now += 25 * 3_600_000
    assert.equal((await change(await signIn('ada@acme.test'), 'growth', 'pm_1')).status, 200)
    assert.deepEqual([(await paidInvoices()).length, await planOf()], [2, 'growth'])
    await kit().store.billingAccounts.update({ tenantId: 'acme' }, { pendingChange })
    await notify()
    assert.equal((await kit().store.billingAccounts.find({ tenantId: 'acme' }))?.pendingChange, null)
  })

  it('finds no invoice by its printed number, and assigns accounts ids that can’t be guessed', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const [invoice] = (await call(ada, 'listInvoices')).body
    for (const id of [invoice.receiptNumber, `${invoice.id}0`, invoice.id.slice(0, -1), '1', '..', '%00']) {
      assert.equal((await call(ada, 'getInvoice', { id: encodeURIComponent(id) })).status, 404, id)
    }
    const account = await kit().store.billingAccounts.find({ tenantId: 'acme' })
    assert.match(account?.id ?? '', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })

  it('refuses only a smaller plan than the one that is paid for or due', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await sell({ allowPlanDowngrade: false })
    const { subscription } = kit().ledger.customer(await customerOf())
    assert.ok(subscription)
    const wanted = { active: 403, past_due: 403, unpaid: 403, incomplete: 403 }
    const free = { trialing: 200, paused: 200, canceled: 200, incomplete_expired: 200 }
    for (const [status, expected] of Object.entries({ ...wanted, ...free })) {
      kit().ledger.customer(await customerOf()).subscription = { ...subscription, status }
      await notify()
      assert.equal((await preview(ada, 'growth')).status, expected, `preview: ${status}`)
      assert.equal((await change(ada, 'growth', 'pm_1')).status, expected, `change: ${status}`)
      assert.equal(await planOf(), expected === 200 ? 'growth' : paidPlanOf(status), status)
    }
  })

  it('requires a signed-in user with the permission for each call', async () => {
    const mel = await signIn('mel@acme.test')
    const statusOf = async (token: string | undefined, operation: Operation) => {
      const { method, path } = billing[operation]
      const body = method === 'GET' ? undefined : {}
      return (await kit().call(method, path.replace(/\{\w+\}/, 'acme'), { ...(token && { token }), body })).status
    }
    for (const operation of Object.keys(billing) as Operation[]) {
      assert.equal(await statusOf(mel, operation), 403, operation)
      assert.equal(await statusOf(undefined, operation), 401, operation)
    }
    assert.equal((await preview(mel, 'growth')).status, 403)
    assert.equal((await kit().call('GET', planChanges.previewPlanChange.path)).status, 401)
  })
}
