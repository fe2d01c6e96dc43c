import { randomBytes } from 'node:crypto'
import type { PaymentLedger } from '../../src/backend/sample/payment-ledger.ts'

/** Stripe's documented test numbers, by their effect. */
const REFUSED: Readonly<Record<string, string>> = {
  '4000000000000002': 'Your card was declined.',
  '4000000000009995': 'Your card has insufficient funds.',
  '4000000000000069': 'Your card has expired.',
}
const NEEDS_PROOF = '4000002500003155'
const DECLINES_CHARGES = '4000000000000341'
const ACCEPTED = ['4242424242424242', '5555555555554444', NEEDS_PROOF, DECLINES_CHARGES]

export interface TypedCard {
  number: string
  expMonth: number
  expYear: number
  name: string
  /** Whether the cardholder confirmed the payment at their bank. */
  proof?: 'complete' | 'fail'
}

interface SetupIntent {
  id: string
  secret: string
  customerId: string
  paymentMethodId: string | null
  status: 'requires_payment_method' | 'succeeded'
}

type Outcome = { status: 'succeeded'; paymentMethodId: string } | { status: 'requires_action' } | { error: string }

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

/** Keeps setup intents and the results of the cards entered into them. */
export const createCards = (ledger: PaymentLedger) => {
  const intents = new Map<string, SetupIntent>()

  const create = (customerId: string): SetupIntent => {
    const id = newId('seti')
    const made: SetupIntent = {
      id,
      secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      customerId,
      paymentMethodId: null,
      status: 'requires_payment_method',
    }
    intents.set(id, made)
    return made
  }

  const confirm = (secret: string, card: TypedCard): Outcome => {
    const intent = [...intents.values()].find((each) => each.secret === secret)
    if (!intent) return { error: 'No such setupintent' }
    const number = card.number.replace(/\s/g, '')
    const refusal = REFUSED[number]
    if (refusal) return { error: refusal }
    if (!ACCEPTED.includes(number)) return { error: 'Your card number is invalid.' }
    if (number === NEEDS_PROOF && card.proof === undefined) return { status: 'requires_action' }
    if (card.proof === 'fail') {
      return {
        error:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      }
    }
    const id = newId('pm')
    const facts = { last4: number.slice(-4), expMonth: card.expMonth, expYear: card.expYear, name: card.name }
    const brand = number.startsWith('5') ? 'mastercard' : 'visa'
    Object.assign(intent, { status: 'succeeded', paymentMethodId: id })
    ledger.addCard(
      intent.customerId,
      { id, ...facts, brand, isDefault: false, email: null, address: {} },
      number === DECLINES_CHARGES ? 'declines' : 'pays',
    )
    return { status: 'succeeded', paymentMethodId: id }
  }

  return { create, get: (id: string) => intents.get(id), confirm }
}
