import type { PaymentLedger } from '../backend/sample/payment-ledger.ts'
import type { Clock } from '../kernel/clock.ts'
import { installStillCard } from './still-card.ts'

const YEARS = 3

interface PreviewCardParts {
  ledger: PaymentLedger
  clock: Clock
  /** Aborts with the app. */
  signal: AbortSignal | undefined
}

/**
 * Renders the card form of a preview app until the app ends. The returned function takes the secret of a set-up and its
 * customer: a card that is saved with this secret is added to this app's ledger.
 */
export const openPreviewCard = ({ ledger, clock, signal }: PreviewCardParts) => {
  const customers = new Map<string, string>()
  const uninstall = installStillCard(({ secret, name }) => {
    const customerId = customers.get(secret)
    if (customerId === undefined) return
    const { cards } = ledger.customer(customerId)
    const id = `pm_preview_${customerId}_${cards.length + 1}`
    const expYear = new Date(clock.now()).getUTCFullYear() + YEARS
    ledger.addCard(
      customerId,
      { id, last4: '4242', expMonth: 12, expYear, brand: 'visa', isDefault: false, name, email: null, address: {} },
      'pays',
    )
  })
  if (signal?.aborted) uninstall()
  else signal?.addEventListener('abort', uninstall, { once: true })
  return (secret: string, customerId: string): void => void customers.set(secret, customerId)
}
