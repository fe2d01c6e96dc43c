import assert from 'node:assert/strict'
import { billing, planChanges } from '../../contract/billing.ts'
import type { PaidCard } from '../ports/payments.ts'
import { SAMPLE_BILLING } from '../sample/billing.ts'
import { SAMPLE_CATALOG } from '../sample/portal.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const DAY = 86_400_000

export const PRICE = { starter: 'price_demo_starter', growth: 'price_demo_growth', enterprise: 'price_demo_enterprise' }

export const cardWith = (id: string): PaidCard => ({
  id,
  last4: '4242',
  expMonth: 8,
  expYear: 2030,
  brand: 'visa',
  isDefault: false,
  name: 'Ada',
  email: null,
  address: {},
})

/** Returns the billing calls of an account and the actions of its payment provider. */
export const billingCalls = (kit: () => Kit) => {
  const fill = (path: string, id: string) => path.replace(/\{\w+\}/, id)
  const call = (
    token: string,
    operation: keyof typeof billing,
    { id = '', body }: { id?: string; body?: unknown } = {},
  ) => kit().call(billing[operation].method, fill(billing[operation].path, id), { token, body })

  const signIn = async (email: string) => (await kit().signIn(email)).token

  const sell = async (changes: Partial<typeof SAMPLE_BILLING> = {}) => {
    await setPolicy(kit(), 'billing', { ...SAMPLE_BILLING, ...changes }, null)
    await setPolicy(kit(), 'entitlements', SAMPLE_CATALOG, null)
  }

  const customerOf = async (tenantId = 'acme') =>
    (await kit().store.billingAccounts.find({ tenantId }))?.customerId ?? ''

  const addCard = async (token: string, id: string, behavior: 'pays' | 'declines' = 'pays') => {
    assert.equal((await call(token, 'createSetupIntent', { body: {} })).status, 200)
    const { tenantId } = (await kit().store.members.find({ userId: 'ada' })) ?? { tenantId: 'acme' }
    kit().ledger.addCard(await customerOf(tenantId), cardWith(id), behavior)
    const { body } = await call(token, 'listPaymentMethods')
    assert.deepEqual([body[0].id, body[0].isDefault], [id, true])
  }

  /** Starts a trial of Enterprise that ends in two weeks, as the vendor's sales team would. */
  const startTrial = async (token: string): Promise<string> => {
    await call(token, 'createCustomer', { body: { name: 'Ada', email: 'ada@acme.test' } })
    const customer = kit().ledger.customer(await customerOf())
    const now = kit().time.now
    customer.subscription = {
      id: 'sub_trial',
      itemId: 'si_trial',
      priceId: PRICE.enterprise,
      status: 'trialing',
      startedAt: now,
      periodStart: now,
      periodEnd: now + 14 * DAY,
      trialEnd: now + 14 * DAY,
      cancelsAtPeriodEnd: false,
    }
    await notify()
    return customer.subscription.id
  }

  const notify = async (customerId?: string): Promise<CallResponse> =>
    kit().call('POST', planChanges.receivePaymentEvent.path, {
      body: customerId ?? (await customerOf()),
      headers: { 'Stripe-Signature': 'signed' },
    })

  const change = (token: string, planId: string, paymentMethodId: string, id = 'sub_trial') =>
    call(token, 'managedUpdateSubscription', { id, body: { planId, paymentMethodId } })

  const preview = (token: string, planId: string) =>
    kit().call('GET', `${planChanges.previewPlanChange.path}?planId=${planId}`, { token })

  const planOf = async (tenantId = 'acme'): Promise<string | null> => {
    const record = await kit().store.policies.find({ tenantId, kind: 'plan' })
    return record ? JSON.parse(record.value).planId : null
  }

  const paidInvoices = async () =>
    kit()
      .ledger.customer(await customerOf())
      .invoices.filter(({ paid }) => paid)

  return { call, signIn, sell, addCard, startTrial, notify, change, preview, planOf, paidInvoices, customerOf }
}
