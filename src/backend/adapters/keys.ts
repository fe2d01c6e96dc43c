import type { KeyRecord } from '../store/records.ts'
import { unlessDuplicate } from '../store/store.ts'
import type { KeyStore } from './sealing-key.ts'

/** Returns all keys of a kind, newest first, and creates the first one if there is none. */
export const loadKeys = async (store: KeyStore, kind: string, make: () => Promise<string>): Promise<KeyRecord[]> => {
  const found = await store.keys.list({ kind })
  if (found.length === 0) {
    // The id is fixed, so that of two processes that start together, one inserts the key and the other reads it.
    const first = { id: `${kind}-1`, kind, value: await make(), createdAt: Date.now() }
    await unlessDuplicate(store.keys.insert(first))
    return store.keys.list({ kind })
  }
  return found.sort((left, right) => right.createdAt - left.createdAt)
}
