import { createHmac, randomBytes } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { loadKeys } from './keys.ts'
import type { KeyStore } from './sealing-key.ts'

/** Creates the secret that all processes of a store share. */
export const makeKeyedHashKey = async (): Promise<string> => JSON.stringify(randomBytes(32).toString('base64url'))

/**
 * Creates the function for HMAC-SHA-256 as base64url; the purpose is part of the text, so that no hash is valid for two
 * purposes.
 */
export const createKeyedHash = (store: KeyStore): Ports['keyedHash'] => {
  let loading: Promise<Buffer> | undefined
  const load = () => {
    loading = loadKeys(store, 'keyed-hash', makeKeyedHashKey).then(
      // Uses the oldest key, because stored hashes were made with it.
      (keys) => Buffer.from(String(JSON.parse(keys.at(-1)?.value ?? '""')), 'base64url'),
    )
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return async (purpose, text) => {
    const key = await (loading ?? load())
    return createHmac('sha256', key).update(`${purpose.length}:${purpose}:${text}`).digest('base64url')
  }
}
