import { ReadableError } from '../../kernel/errors.ts'
import { type BillingClient, GUARDS, listOf } from './load-areas.ts'

const ENABLED = '1'

/**
 * Values for the payment provider's card form; `undefined` while they are loading. The secret stays in memory, never in
 * a URL, a log or an event.
 */
export interface CardSetup {
  publishableKey: string
  secret: string
}

/** @throws ReadableError when no payment provider is enabled */
export const createCardSetup = async (
  { billing }: BillingClient,
  replacedCardId: string | undefined,
): Promise<CardSetup> => {
  const providers = listOf(await billing.listPaymentProviders())
  if (!providers.some(({ status, providerType }) => status === ENABLED && providerType === 'Stripe')) {
    throw new ReadableError(GUARDS.noProvider)
  }
  const { publishableKey } = await billing.getCardProviderConfig()
  const body = replacedCardId ? { paymentMethodId: replacedCardId } : {}
  const { setupIntentSecret: secret } = await billing.createSetupIntent({ body })
  return { publishableKey, secret }
}
