import type { PaymentLedger } from '../backend/sample/payment-ledger.ts'
import { installStillCard } from './gallery/still-card.ts'

const CUSTOMER = /^seti_(.+)_secret$/
const YEARS = 3

/** Draws the card form of a preview; a card that is saved there is one of the ledger. */
export const installPreviewCard = (ledger: PaymentLedger, now: number): void => {
  installStillCard(({ secret, name }) => {
    const customerId = CUSTOMER.exec(secret)?.[1] ?? ''
    const { cards } = ledger.customer(customerId)
    const id = `pm_preview_${customerId}_${cards.length + 1}`
    const expYear = new Date(now).getUTCFullYear() + YEARS
    ledger.addCard(
      customerId,
      { id, last4: '4242', expMonth: 12, expYear, brand: 'visa', isDefault: false, name, email: null, address: {} },
      'pays',
    )
  })
}
