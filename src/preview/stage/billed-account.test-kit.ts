import type { PaidSubscription } from '../../backend/ports/payments.ts'
import type { Backstage } from './backstage.test-kit.ts'

const DAY_MS = 86_400_000
const CARD = { last4: '4242', expMonth: 12, expYear: 2040, brand: 'visa', isDefault: true, email: null, address: {} }

let made = 0

/** Creates an account with a subscription to Enterprise that the payment provider knows. */
export const billedAccount = async (backstage: Backstage) => {
  made += 1
  const own = await backstage.ownAccount('Look at bills')
  const now = Date.now()
  const customerId = `cus_lookatbills${made}`
  const subscription: PaidSubscription = {
    id: `sub_lookatbills${made}`,
    itemId: `si_lookatbills${made}`,
    priceId: 'price_demo_enterprise',
    status: 'active',
    startedAt: now - 10 * DAY_MS,
    periodStart: now - 10 * DAY_MS,
    periodEnd: now + 20 * DAY_MS,
    trialEnd: null,
    cancelsAtPeriodEnd: false,
  }
  const paid = { subscription, cards: [{ ...CARD, id: `pm_lookatbills${made}`, name: 'Look' }], invoices: [] }
  const { name, id: tenantId } = own.tenant
  backstage.ledger.add({ ...structuredClone(paid), id: customerId, name, email: own.newUser.email, behaviors: {} })
  await backstage.store.billingAccounts.insert({
    id: `look-at-bills-${made}`,
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
  return own
}
