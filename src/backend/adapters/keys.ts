import type { KeyRecord } from '../store/records.ts'
import { DuplicateError } from '../store/store.ts'
import type { KeyStore } from './sealing-key.ts'

/** Returns all keys of a kind, newest first, and creates the first one if there is none. */
export const loadKeys = async (store: KeyStore, kind: string, make: () => Promise<string>): Promise<KeyRecord[]> => {
  const found = await store.keys.list({ kind })
  if (found.length === 0) {
    await insertFirst(store, { id: `${kind}-1`, kind, value: await make(), createdAt: Date.now() })
    return store.keys.list({ kind })
  }
  return found.sort((left, right) => right.createdAt - left.createdAt)
}

/**
 * Inserts the first key under a fixed id: of two processes that start together, one inserts it and the other reads it.
 */
const insertFirst = async (store: KeyStore, key: KeyRecord): Promise<void> => {
  try {
    await store.keys.insert(key)
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error
  }
}
