import type { NodeBackend } from '../../src/backend/node.ts'
import { SAMPLE_PRICES } from '../../src/backend/sample/billing.ts'
import { fillLedger } from '../../src/backend/sample/payment-customers.ts'
import { planChanges } from '../../src/contract/billing.ts'
import type { Origins } from '../server/pages.ts'
import { createPaymentProvider, type Notification, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './start.ts'

/** Shared by both sides of the demo; useless anywhere else. */
export const STAND_IN = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, webhookSecret: WEBHOOK_SECRET }

/** Creates the payment provider next to the demo host, with the customers of the sample. */
export const createDemoPayments = async ({ fetch, store }: Pick<NodeBackend, 'fetch' | 'store'>, { api }: Origins) => {
  const notify = ({ body, signature }: Notification) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
    // Sent after the response to the change, as over the network.
    setImmediate(() => {
      fetch(new Request(api + planChanges.receivePaymentEvent.path, { method: 'POST', headers, body })).catch(
        (error: unknown) => console.error(error),
      )
    })
  }
  const provider = createPaymentProvider({ prices: SAMPLE_PRICES, notify })
  await fillLedger(provider.ledger, store)
  return { provider, owns: provider.owns, listener: provider.listener }
}
