import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { Ports, SecretBox } from '../ports.ts'
import { type KeyStore, loadKeys } from './sealing-key.ts'

/** Creates the secret that all processes of a store share. */
const makeKeyedHashKey = async (): Promise<string> => JSON.stringify(randomBytes(32).toString('base64url'))

const readSecret = async (store: KeyStore): Promise<Buffer> => {
  const keys = await loadKeys(store, 'keyed-hash', makeKeyedHashKey)
  // Uses the oldest key, because stored hashes were made with it.
  return Buffer.from(String(JSON.parse(keys.at(-1)?.value ?? '""')), 'base64url')
}

/**
 * Creates the function for HMAC-SHA-256 as base64url; the purpose is part of the text, so that no hash is valid for two
 * purposes.
 */
export const createKeyedHash = (store: KeyStore): Ports['keyedHash'] => {
  let loading: Promise<Buffer> | undefined
  const load = () => {
    loading = readSecret(store)
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

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** IV length of NIST SP 800-38D §8.2.2. */
const IV_BYTES = 12
const TAG_BYTES = 16

/** Derives a key at once: the jobs of WebCrypto cost far more than this work itself. */
const deriveKey = (secret: Buffer, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `front-entry secret at rest: ${purpose}`, KEY_BYTES)))

/**
 * Creates a box that seals with a separate key per purpose, derived from the secret that all processes share
 * (RFC 5869).
 */
export const createSecretBox = (store: KeyStore): SecretBox => {
  let material: Promise<Buffer> | undefined
  /** Purposes are texts of the program, so their number is small. */
  const derived = new Map<string, KeyObject>()
  const load = (): Promise<Buffer> => {
    material = readSecret(store)
    material.catch(() => {
      material = undefined
    })
    return material
  }
  const keyFor = async (purpose: string): Promise<KeyObject> => {
    const known = derived.get(purpose)
    if (known) return known
    const key = deriveKey(await (material ?? load()), purpose)
    derived.set(purpose, key)
    return key
  }
  return {
    async seal(text, { purpose, owner }) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, await keyFor(purpose), iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return VERSION + sealed.toString('base64url')
    },
    async open(stored, { purpose, owner }) {
      if (!stored.startsWith(VERSION)) return { text: stored, isSealed: false }
      const all = Buffer.from(stored.slice(VERSION.length), 'base64url')
      const key = await keyFor(purpose)
      const decipher = createDecipheriv(CIPHER, key, all.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(all.subarray(IV_BYTES).subarray(-TAG_BYTES))
      const text = decipher.update(all.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      return { text, isSealed: true }
    },
  }
}
