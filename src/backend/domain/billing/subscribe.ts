import type { SignedRequest } from '../../call/auth.ts'
import { conflict, notFound } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { planOfPrice } from '../settings/billing.ts'
import { catalogOf, EMPTY_SNAPSHOT, paymentsOf } from './billing-account.ts'
import { changePlan, hasEnded } from './change-plan.ts'
import { cardsOf } from './shown-billing.ts'
import { syncAccount } from './sync-account.ts'

interface Buyer {
  ports: Ports
  auth: SignedRequest['auth']
  customerId: string
}

/**
 * Buys the first subscription of an account, or a new one after the last has ended. If the account has a card, it is
 * charged at once; otherwise the browser confirms the payment with the secret.
 */
export const subscribeAnew = async ({ ports, auth, customerId }: Buyer, priceId: string) => {
  const { tenantId } = auth
  const plan = planOfPrice(await catalogOf(ports), priceId)
  if (!plan) throw notFound('Plan not found')
  const synced = await syncAccount(ports, tenantId)
  const last = synced?.after.subscription
  if (last && !hasEnded(last)) throw conflict('This account has a subscription already.')
  const card = synced && cardsOf(synced.after)[0]
  if (card) {
    const wanted = { subscriptionId: undefined, planId: plan.id, paymentMethodId: card.id }
    const { after } = await changePlan({ ports, auth }, wanted)
    return { id: after.subscription?.id ?? '', secret: '', before: synced.before, after }
  }
  // The key is the same for every repetition until a subscription exists.
  const key = `subscribe ${customerId} ${last?.id ?? 'first'} ${priceId}`
  const made = await paymentsOf(ports).subscribe({ customerId, priceId, paymentMethodId: null, key })
  const before = synced?.before ?? EMPTY_SNAPSHOT
  return { ...made, before, after: (await syncAccount(ports, tenantId))?.after ?? before }
}
