import { randomUUID } from 'node:crypto'
import type { PaidSubscription } from '../../../src/backend/ports/payments.ts'
import type { DemoHost } from '../../server/demo-host.ts'
import { ownAccount } from './own-account.ts'

const DAY = 86_400_000
const CARD = { last4: '4242', expMonth: 12, expYear: 2040, brand: 'visa', isDefault: true, email: null, address: {} }

/** Creates an account with a subscription to Enterprise at the payment provider. */
export const billedAccount = async (demo: DemoHost, name: string, status: 'active' | 'trialing') => {
  const own = await ownAccount(demo, name)
  const now = Date.now()
  const customerId = `cus_${randomUUID().replaceAll('-', '')}`
  const isTrial = status === 'trialing'
  const subscription: PaidSubscription = {
    id: customerId.replace('cus', 'sub'),
    itemId: customerId.replace('cus', 'si'),
    priceId: 'price_demo_enterprise',
    status,
    startedAt: now - 10 * DAY,
    periodStart: now - 10 * DAY,
    periodEnd: now + 20 * DAY,
    trialEnd: isTrial ? now + 20 * DAY : null,
    cancelsAtPeriodEnd: false,
  }
  const cards = isTrial ? [] : [{ ...CARD, id: customerId.replace('cus', 'pm'), name }]
  const paid = { subscription, cards, invoices: [] }
  const { name: tenantName, id: tenantId } = own.tenant
  demo.paymentProvider.ledger.add({
    ...structuredClone(paid),
    id: customerId,
    name: tenantName,
    email: own.newUser.email,
    behaviors: {},
  })
  await demo.backend.store.billingAccounts.insert({
    id: randomUUID(),
    tenantId,
    customerId,
    externallyManaged: false,
    planId: null,
    snapshot: JSON.stringify(paid),
    version: 1,
    pendingChange: null,
    setupIntents: null,
    createdAt: now,
    updatedAt: now,
  })
  return { ...own, customerId }
}
