import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { tenantDeletion } from '../../contract/accounts.ts'
import { billing, planChanges } from '../../contract/billing.ts'
import { finishDeletions } from '../domain/self-service/finish-deletions.ts'
import { billingCalls, PRICE } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const DAY = 86_400_000

export const describeBilling = (kit: () => Kit): void => {
  const { call, signIn, sell, addCard, startTrial, notify, change, preview, planOf, paidInvoices, customerOf } =
    billingCalls(kit)
  let ada: string
  beforeEach(async () => {
    await sell()
    ada = await signIn('ada@acme.test')
  })

  const statusOf = async () => (await call(ada, 'managedListSubscriptions')).body[0]?.status

  it('turns a trial with a card into a paid plan, once', async () => {
    const id = await startTrial(ada)
    assert.deepEqual([await statusOf(), await planOf()], ['trialing', 'enterprise'])
    assert.equal((await change(ada, 'growth', 'pm_none')).status, 400)
    await addCard(ada, 'pm_1')
    const both = await Promise.all([change(ada, 'growth', 'pm_1'), change(ada, 'growth', 'pm_1')])
    assert.deepEqual(
      both.map(({ status }) => status),
      [200, 200],
    )
    assert.equal((await change(ada, 'growth', 'pm_1', id)).status, 200)
    assert.deepEqual([await statusOf(), await planOf()], ['active', 'growth'])
    assert.deepEqual(
      (await paidInvoices()).map(({ total }) => total),
      [4_900],
    )
    const [invoice] = (await call(ada, 'listInvoices')).body
    assert.deepEqual([invoice.totalAmount, invoice.currency, invoice.paid], [4_900, 'usd', true])
    assert.equal('creditedAmount' in invoice, false)
    Object.assign((await paidInvoices())[0] ?? {}, { credited: 1_250 })
    await notify()
    assert.equal((await call(ada, 'getInvoice', { id: invoice.id })).body.creditedAmount, 1_250)
    const summary = (await call(ada, 'getSummary', { id: 'acme' })).body
    assert.deepEqual(
      [summary.currentPlanId, summary.paymentMethodId, summary.defaultPlanId],
      ['growth', 'pm_1', 'starter'],
    )
  })

  it('changes nothing when the card is declined, and pays with the next one', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_bad', 'declines')
    const refused = await change(ada, 'growth', 'pm_bad')
    assert.deepEqual([refused.status, refused.body.errors], [402, ['Your card was declined.']])
    assert.deepEqual([await statusOf(), await planOf(), (await paidInvoices()).length], ['trialing', 'enterprise', 0])
    assert.equal((await change(ada, 'growth', 'pm_bad')).status, 402)
    await addCard(ada, 'pm_good')
    assert.equal((await change(ada, 'growth', 'pm_good')).status, 200)
    assert.deepEqual([await planOf(), (await paidInvoices()).length], ['growth', 1])
  })

  it('charges the previewed amount for an upgrade', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    kit().time.now += 10 * DAY + 7 * 60_000
    ada = await signIn('ada@acme.test')
    const { body } = await preview(ada, 'enterprise')
    assert.ok(body.amountDue > 9_000 && body.amountDue < 15_000, String(body.amountDue))
    assert.equal(
      body.lines.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0),
      body.amountDue,
    )
    kit().time.now += 60_000
    assert.equal((await change(ada, 'enterprise', 'pm_1')).status, 200)
    assert.equal((await paidInvoices())[0]?.total, body.amountDue)
    assert.equal(await planOf(), 'enterprise')
  })

  it('refuses a smaller plan and a cancellation where the vendor does', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'enterprise', 'pm_1')
    await sell({ allowPlanDowngrade: false, allowPlanCancellation: false })
    assert.deepEqual((await call(ada, 'getVendorPublicConfig')).body, {
      allowPlanDowngrade: false,
      allowPlanCancellation: false,
      trialEnd: 'change_to_default',
    })
    assert.equal((await change(ada, 'growth', 'pm_1')).status, 403)
    assert.equal((await preview(ada, 'growth')).status, 403)
    assert.equal((await call(ada, 'managedCancelSubscription', { id: 'sub_trial', body: {} })).status, 403)
    assert.equal(await planOf(), 'enterprise')
  })

  it('is canceled at the end of the period, renewed, and ends its features with the period', async () => {
    const id = await startTrial(ada)
    assert.equal((await call(ada, 'managedCancelSubscription', { id, body: {} })).status, 409, 'not during a trial')
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const cancellation = async () => (await call(ada, 'managedGetSubscription', { id })).body.cancellation
    for (const [cancel, renew] of [
      ['managedCancelSubscription', 'managedRenewSubscription'],
      ['cancelSubscription', 'renewSubscription'],
    ] as const) {
      for (const _again of [1, 2]) assert.equal((await call(ada, cancel, { id, body: {} })).status, 200)
      assert.deepEqual(await cancellation(), { policy: 'atPeriodEnd' })
      for (const _again of [1, 2]) assert.equal((await call(ada, renew, { id, body: {} })).status, 200)
      assert.equal(await cancellation(), null)
    }
    for (const action of ['Subscription canceled', 'Subscription renewed'])
      assert.equal(await kit().store.audits.count({ tenantId: 'acme', action }), 2, action)
    await call(ada, 'cancelSubscription', { id, body: {} })
    assert.equal(await planOf(), 'growth', 'until the end of the period')
    kit().ledger.endPeriod(await customerOf())
    await notify()
    assert.deepEqual([await statusOf(), await planOf()], ['canceled', 'starter'])
    // Canceling or renewing an ended subscription has no effect, as in the portal.
    for (const operation of ['cancelSubscription', 'renewSubscription'] as const)
      assert.deepEqual((await call(ada, operation, { id, body: {} })).status, 200)
    assert.equal(kit().ledger.customer(await customerOf()).subscription?.cancelsAtPeriodEnd, true)
    assert.equal(
      (await call(ada, 'updateSubscription', { id, body: { planId: 'growth', paymentMethodId: 'pm_1' } })).status,
      200,
    )
    assert.deepEqual([await statusOf(), await planOf()], ['active', 'growth'])
  })

  it('stops charging a deleted account, and deletes nothing while the provider is down', async () => {
    const id = await startTrial(ada)
    const { store, ledger, time } = kit()
    const customerId = await customerOf()
    const body = { name: 'Acme', password: PASSWORD }
    assert.equal(
      (await kit().call('POST', tenantDeletion.scheduleTenantDeletion.path, { token: ada, body })).status,
      200,
    )
    time.now += 15 * 86_400_000
    const down = {
      ...kit().ports,
      payments: { ...kit().ports.payments, read: () => Promise.reject(new Error('down')) },
    }
    assert.equal(await finishDeletions(down as Kit['ports']), 0)
    assert.ok(await store.tenants.get('acme'))
    assert.equal(await finishDeletions(kit().ports), 1)
    assert.equal(await store.tenants.get('acme'), undefined)
    assert.equal(await store.billingAccounts.count({ tenantId: 'acme' }), 0)
    const { subscription } = ledger.customer(customerId)
    assert.deepEqual([subscription?.id, subscription?.cancelsAtPeriodEnd], [id, true])
  })

  it('closes features while a payment is due and opens them once it is paid', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const customerId = await customerOf()
    kit().ledger.customer(customerId).behaviors.pm_1 = 'declines'
    kit().ledger.endPeriod(customerId)
    await notify()
    assert.deepEqual([await statusOf(), await planOf()], ['incomplete', 'starter'])
    await addCard(ada, 'pm_2')
    assert.equal((await preview(ada, 'growth')).body.amountDue, 4_900)
    assert.equal((await change(ada, 'growth', 'pm_2')).status, 200)
    assert.deepEqual([await statusOf(), await planOf(), (await paidInvoices()).length], ['active', 'growth', 2])
  })

  it('ends a trial without a card according to the vendor’s settings', async () => {
    await startTrial(ada)
    kit().ledger.endPeriod(await customerOf())
    await notify()
    assert.deepEqual([await statusOf(), await planOf()], ['trialEnded', 'starter'])
    await sell({ trialEnd: 'retain_trial' })
    await notify()
    assert.equal(await planOf(), 'enterprise')
  })

  it('shows an unknown status as expired', async () => {
    await startTrial(ada)
    const readings = { unpaid: 'incomplete', incomplete_expired: 'expired', sleeping: 'expired' }
    for (const [status, shown] of Object.entries(readings)) {
      Object.assign(kit().ledger.customer(await customerOf()).subscription ?? {}, { status })
      await notify()
      assert.deepEqual([await statusOf(), await planOf()], [shown, 'starter'])
    }
  })

  it('accepts notifications that are repeated, late or for unknown accounts, and refuses unsigned ones', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const snapshot = async () => (await kit().store.billingAccounts.find({ tenantId: 'acme' }))?.snapshot
    const before = await snapshot()
    const results = await Promise.all(Array.from({ length: 5 }, () => notify()))
    assert.deepEqual(
      results.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
    assert.equal((await notify('cus_unknown')).status, 200)
    assert.equal(await snapshot(), before)
    const forged = await kit().call('POST', planChanges.receivePaymentEvent.path, {
      body: await customerOf(),
      headers: { 'Stripe-Signature': 'forged' },
    })
    assert.equal(forged.status, 400)
  })

  it('explains that thin notifications have no effect', async () => {
    const { payments } = kit().ports
    assert.ok(payments)
    const { readEvent } = payments
    payments.readEvent = async () => ({ customerId: null, isThin: true })
    const { status, body } = await notify().finally(() => Object.assign(payments, { readEvent }))
    assert.equal(status, 400)
    assert.match(body.errors[0], /snapshot events/)
  })

  it('keeps billing details', async () => {
    await startTrial(ada)
    await addCard(ada, 'pm_1')
    const body = { email: 'pay@acme.test', address: { addressLine1: '1 Quay', city: 'Leeds', country: 'GB' } }
    assert.deepEqual((await call(ada, 'updateBillingDetails', { id: 'pm_1', body })).body, body)
    const { billingDetails } = (await call(ada, 'getPaymentMethod', { id: 'pm_1' })).body
    assert.deepEqual([billingDetails.email, billingDetails.address], [body.email, body.address])
    assert.equal((await call(ada, 'updateBillingDetails', { id: 'pm_1', body: { ...body, email: 'no' } })).status, 400)
    for (const email of ['a..b@acme.test', 'Ada <ada@acme.test', 'ada@acme', '\u202e@acme.test'])
      assert.equal(
        (await call(ada, 'updateBillingDetails', { id: 'pm_1', body: { ...body, email } })).status,
        400,
        email,
      )
    const pasted = { ...body, email: ' \u200bbilling@d\u00f6m\u00e4in.test\u00a0' }
    const stored = (await call(ada, 'updateBillingDetails', { id: 'pm_1', body: pasted })).body.email
    assert.equal(stored, 'billing@xn--dmin-moa0i.test')
    assert.equal((await call(ada, 'updateBillingDetails', { id: 'pm_2', body })).status, 404)
  })

  it('begins a subscription, with a card of the account or with a payment in the browser', async () => {
    const made = await call(ada, 'createTenantConfiguration', { body: { tenantId: 'acme', providerType: 'Stripe' } })
    assert.equal((await call(ada, 'getTenantConfiguration', { id: 'acme' })).body.id, made.body.id)
    const external = { tenantId: 'acme', providerType: 'Stripe', externallyManaged: 'true' }
    assert.equal((await call(ada, 'createTenantConfiguration', { body: external })).status, 403)
    const unpaid = await call(ada, 'createProviderSubscription', { body: { stripePlanId: PRICE.growth } })
    assert.deepEqual([unpaid.status, unpaid.body.subscriptionSecret.length > 0], [200, true])
    assert.deepEqual([await statusOf(), await planOf()], ['incomplete', 'starter'])
    assert.equal((await call(ada, 'createProviderSubscription', { body: { stripePlanId: PRICE.growth } })).status, 409)
    Object.assign(kit().ledger.customer(await customerOf()).subscription ?? {}, { status: 'canceled' })
    await addCard(ada, 'pm_1')
    const paid = await call(ada, 'createProviderSubscription', { body: { stripePlanId: PRICE.growth } })
    assert.deepEqual([paid.status, paid.body.subscriptionSecret, await planOf()], [200, '', 'growth'])
  })

  it('shows the card that a new subscription was bought with as the one that is charged', async () => {
    const id = await startTrial(ada)
    await addCard(ada, 'pm_1')
    await addCard(ada, 'pm_2')
    Object.assign(kit().ledger.customer(await customerOf()).subscription ?? {}, { status: 'canceled' })
    assert.equal((await change(ada, 'growth', 'pm_1', id)).status, 200)
    const { body } = await call(ada, 'listPaymentMethods')
    assert.deepEqual(
      body.map((card: { id: string; isDefault: boolean }) => [card.id, card.isDefault]),
      [
        ['pm_1', true],
        ['pm_2', false],
      ],
    )
  })

  it('is read-only if the vendor manages it elsewhere', async () => {
    await call(ada, 'createTenantConfiguration', { body: { tenantId: 'acme', providerType: 'Stripe' } })
    await kit().store.billingAccounts.update({ tenantId: 'acme' }, { externallyManaged: true, planId: 'enterprise' })
    const summary = (await call(ada, 'getSummary', { id: 'acme' })).body
    assert.deepEqual([summary.externallyManaged, summary.currentPlanId], [true, 'enterprise'])
    for (const operation of ['managedCancelSubscription', 'managedRenewSubscription'] as const) {
      const { status, body } = await call(ada, operation, { id: 'sub', body: {} })
      assert.deepEqual([status, body.errors], [409, ['Billing is externally managed.']])
    }
    assert.equal((await change(ada, 'growth', 'pm_1')).status, 409)
    assert.equal((await call(ada, 'createSetupIntent', { body: {} })).status, 409)
  })

  it('belongs to one account; other accounts can neither see nor change it', async () => {
    const id = await startTrial(ada)
    await addCard(ada, 'pm_1')
    await change(ada, 'growth', 'pm_1')
    const invoiceId = (await call(ada, 'listInvoices')).body[0].id
    const gia = await signIn('gia@globex.test')
    for (const operation of ['managedListSubscriptions', 'listInvoices', 'listPaymentMethods'] as const) {
      assert.deepEqual((await call(gia, operation)).body, [], operation)
    }
    const ids: Partial<Record<keyof typeof billing, string>> = {
      managedGetSubscription: id,
      getSubscription: id,
      managedCancelSubscription: id,
      managedRenewSubscription: id,
      managedUpdateSubscription: id,
      getSummary: 'acme',
      getInvoice: invoiceId,
      downloadInvoicePdf: invoiceId,
      getPaymentMethod: 'pm_1',
      updateBillingDetails: 'pm_1',
      getTenantConfiguration: 'acme',
      getCustomer: 'acme',
    }
    for (const [operation, target] of Object.entries(ids) as [keyof typeof billing, string][]) {
      const body = { planId: 'starter', paymentMethodId: 'pm_1', email: 'g@x.test', address: {} }
      const { method } = billing[operation]
      const { status } = await call(gia, operation, { id: target, ...(method !== 'GET' && { body }) })
      assert.equal(status, 404, operation)
    }
    const mel = await signIn('mel@acme.test')
    assert.equal((await call(mel, 'listInvoices')).status, 403)
    assert.equal((await call(mel, 'createSetupIntent', { body: {} })).status, 403)
  })
}
