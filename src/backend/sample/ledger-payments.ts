import { withBalance } from '../domain/billing/balance.ts'
import { type PaidAccount, PaymentDeclined, type PaymentPort } from '../ports/payments.ts'
import type { PaymentLedger } from './payment-ledger.ts'

const ENDED: readonly string[] = ['canceled', 'incomplete_expired']

const copyOf = ({ subscription, cards, invoices }: PaidAccount): PaidAccount =>
  structuredClone({ subscription, cards, invoices })

/**
 * Creates payments without a provider and without money, for preview mode and tests; the ledger's owner adds the cards.
 */
export const createLedgerPayments = (ledger: PaymentLedger, publishableKey: string): PaymentPort => {
  const customerOf = (subscriptionId: string) => {
    const found = [...ledger.customers.values()].find(({ subscription }) => subscription?.id === subscriptionId)
    if (!found) throw new Error('No such subscription')
    return found.id
  }
  return {
    publishableKey,
    read: async (id) => copyOf(ledger.customer(id)),
    createCustomer: async (given) => ledger.createCustomer(given),
    createSetupIntent: async (customerId) => ({ id: `seti_${customerId}`, secret: `seti_${customerId}_secret` }),
    readSetupIntent: async (id) => {
      const newest = ledger.customer(id.replace(/^seti_/, '')).cards[0]
      return newest && { paymentMethodId: newest.id }
    },
    setDefaultCard: async ({ customerId, paymentMethodId }) => ledger.setDefault(customerId, paymentMethodId),
    async updateBillingDetails(cardId, details) {
      const owner = [...ledger.customers.values()].find(({ cards }) => cards.some(({ id }) => id === cardId))
      const card = owner?.cards.find(({ id }) => id === cardId)
      if (card) Object.assign(card, details)
    },
    setCancellation: async (id, atPeriodEnd) => ledger.setCancellation(customerOf(id), atPeriodEnd),
    async preview({ customerId, subscription, priceId, prorationAt }) {
      const isRunning = subscription && !ENDED.includes(subscription.status)
      const running = isRunning ? subscription : null
      const { lines, currency, total, amountDue } = ledger.preview(customerId, {
        subscription: running,
        priceId,
        at: prorationAt,
      })
      return { lines: withBalance(lines, total - amountDue), currency, amountDue }
    },
    async changePlan({ id, status, priceId: trialPriceId }, { priceId, paymentMethodId: cardId, prorationAt: at }) {
      const customerId = customerOf(id)
      ledger.changePlan(customerId, { priceId, cardId, at })
      if (status !== 'paused') return
      ledger.resume(customerId, cardId)
      const [invoice] = ledger.customer(customerId).invoices
      if (!invoice?.isOpen) return
      ledger.voidInvoice(customerId, invoice.id)
      ledger.changePlan(customerId, { priceId: trialPriceId, cardId, at })
      throw new PaymentDeclined('Your card was declined.')
    },
    async payInvoice(invoiceId, { paymentMethodId }) {
      const owner = [...ledger.customers.values()].find(({ invoices }) => invoices.some(({ id }) => id === invoiceId))
      if (owner) ledger.payInvoice(owner.id, invoiceId, paymentMethodId)
    },
    async subscribe({ customerId, priceId, paymentMethodId }) {
      const { id } = ledger.subscribe(customerId, { priceId, cardId: paymentMethodId })
      return { id, secret: paymentMethodId ? '' : `${id}_secret` }
    },
    readEvent: async (body, signature) => (signature === 'signed' ? { customerId: body } : undefined),
  }
}
