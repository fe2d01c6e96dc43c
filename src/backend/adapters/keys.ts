import type { KeyRecord } from '../store/records.ts'
import { DuplicateError } from '../store/store.ts'
import type { KeyStore } from './sealing-key.ts'

/** All keys of a kind, newest first; the first one is made when there is none. */
export const loadKeys = async (store: KeyStore, kind: string, make: () => Promise<string>): Promise<KeyRecord[]> => {
  const found = await store.keys.list({ kind })
  if (found.length === 0) {
    await insertFirst(store, { id: `${kind}-1`, kind, value: await make(), createdAt: Date.now() })
    return store.keys.list({ kind })
  }
  return found.sort((left, right) => right.createdAt - left.createdAt)
}

/** Two processes that start together both try; the fixed id lets one win and the other read it. */
const insertFirst = async (store: KeyStore, key: KeyRecord): Promise<void> => {
  try {
    await store.keys.insert(key)
  } catch (error) {
    if (!(error instanceof DuplicateError)) throw error
  }
}
