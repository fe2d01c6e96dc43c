import { createHmac, randomBytes, webcrypto } from 'node:crypto'
import type { Ports, SecretBox } from '../ports.ts'
import { type KeyStore, loadKeys } from './sealing-key.ts'

/** Creates the secret that all processes of a store share. */
const makeKeyedHashKey = async (): Promise<string> => JSON.stringify(randomBytes(32).toString('base64url'))

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

/** Prefix of secrets sealed by version 1: AES-256-GCM, key by HKDF-SHA-256. */
const VERSION = 'sealed.v1.'

/** IV length of NIST SP 800-38D §8.2.2. */
const IV_BYTES = 12

const bytes = (text: string) => new TextEncoder().encode(text)

type Key = webcrypto.CryptoKey

/**
 * Creates a box that seals with a separate key per purpose, derived from the secret that all processes share
 * (RFC 5869).
 */
export const createSecretBox = (store: KeyStore): SecretBox => {
  let material: Promise<Key> | undefined
  const load = (): Promise<Key> => {
    material = loadKeys(store, 'keyed-hash', makeKeyedHashKey).then((keys) => {
      const secret = Buffer.from(String(JSON.parse(keys.at(-1)?.value ?? '""')), 'base64url')
      return webcrypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    })
    material.catch(() => {
      material = undefined
    })
    return material
  }
  const keyFor = async (purpose: string): Promise<Key> => {
    const info = bytes(`front-entry secret at rest: ${purpose}`)
    const rule = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    const kind = { name: 'AES-GCM', length: 256 }
    return webcrypto.subtle.deriveKey(rule, await (material ?? load()), kind, false, ['encrypt', 'decrypt'])
  }
  const rule = (iv: Uint8Array, owner: string) => ({ name: 'AES-GCM', iv, additionalData: bytes(owner) })
  return {
    async seal(text, { purpose, owner }) {
      const iv = randomBytes(IV_BYTES)
      const sealed = await webcrypto.subtle.encrypt(rule(iv, owner), await keyFor(purpose), bytes(text))
      return VERSION + Buffer.concat([iv, Buffer.from(sealed)]).toString('base64url')
    },
    async open(stored, { purpose, owner }) {
      if (!stored.startsWith(VERSION)) return { text: stored, isSealed: false }
      const all = Buffer.from(stored.slice(VERSION.length), 'base64url')
      const [iv, sealed] = [all.subarray(0, IV_BYTES), all.subarray(IV_BYTES)]
      const plain = await webcrypto.subtle.decrypt(rule(iv, owner), await keyFor(purpose), sealed)
      return { text: new TextDecoder().decode(plain), isSealed: true }
    },
  }
}
