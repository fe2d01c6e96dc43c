import type { UseCounted } from '../../../../contract/usage.ts'
import { conflict } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { Collections } from '../../../store/store.ts'

export interface Use {
  tenantId: string
  featureKey: string
  quantity: number
  /** The idempotency key of the request, if it has one. */
  key: string | undefined
}

interface KeyPorts extends Pick<Ports, 'clock' | 'random'> {
  store: Collections
}

/**
 * Returns the response to the first request with this key, or `undefined` for the first request and for requests
 * without a key.
 */
export const firstResponse = async (
  { store }: Pick<KeyPorts, 'store'>,
  { tenantId, key, featureKey, quantity }: Use,
): Promise<UseCounted | undefined> => {
  if (key === undefined) return undefined
  const kept = await store.usageKeys.find({ tenantId, key })
  if (!kept) return undefined
  if (kept.featureKey !== featureKey || kept.quantity !== quantity) {
    throw conflict('This idempotency key was used for another feature or quantity.')
  }
  // The value is written below.
  return JSON.parse(kept.response) as UseCounted
}

/**
 * Stores a response under its key. Call it in the transaction that counts the use: if several requests have the same
 * key, the collection's unique key lets only one commit, and the others are rolled back.
 */
export const keepResponse = async (
  { store, clock, random }: KeyPorts,
  use: Use,
  counted: UseCounted,
): Promise<void> => {
  const { tenantId, key, featureKey, quantity } = use
  if (key === undefined) return
  const now = clock.now()
  const response = JSON.stringify(counted)
  const dates = { createdAt: now, updatedAt: now }
  await store.usageKeys.insert({ id: random.uuid(), tenantId, key, featureKey, quantity, response, ...dates })
}
