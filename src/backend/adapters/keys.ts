import type { KeyRecord } from '../store/records.ts'
import { DuplicateError } from '../store/store.ts'
import type { KeyStore } from './sealing-key.ts'

/** A key that another process added is found after this long; unknown key ids cost no more than two reads a minute. */
export const RELOAD_AFTER_MS = 30_000

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

/** What `load` makes of stored keys, read once and again when that was long ago. A failed read is not kept. */
export const rereading = <Value>(load: () => Promise<Value>): (() => Promise<Value>) => {
  let current: Promise<Value> | undefined
  let readAt = 0
  return () => {
    if (current && Date.now() - readAt < RELOAD_AFTER_MS) return current
    readAt = Date.now()
    const reading = load().catch((error: unknown) => {
      if (current === reading) current = undefined
      throw error
    })
    current = reading
    return reading
  }
}
