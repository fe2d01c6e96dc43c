import { EncryptJWT, jwtDecrypt } from 'jose'
import { type EncryptionPasswords, toPasswords } from './password.ts'

/** Options of {@link createSeal}. */
export interface SealOptions {
  /** One password of 64 hexadecimal characters, or several for rotation. */
  passwords: EncryptionPasswords
  clientId: string
  /** Purpose of the value: a value sealed for one purpose never opens for another. */
  purpose: 'session' | 'login-state' | 'login-finished'
  /** Returns milliseconds since the epoch; by default, the host's clock. */
  now?: () => number
}

/** Seals and opens values of one purpose. */
export interface Seal<Value extends object> {
  /** Returns a compact JWE (dir, A256GCM) that expires `lifetimeSeconds` from now. */
  seal(value: Value, lifetimeSeconds: number): Promise<string>
  /**
   * Returns the value, and `stale` if an older password opened it and it should be sealed again; `undefined` for any
   * invalid text.
   */
  open(sealed: string): Promise<{ value: Value; stale: boolean } | undefined>
}

/** Longer texts are not from this server: sealed sessions are below 8 KB. */
const MAX_SEALED_LENGTH = 16_384
/** Clocks of servers differ slightly. */
const TOLERANCE_SECONDS = 15

const bytes = (text: string) => new TextEncoder().encode(text)

const keyOf = async (password: string, purpose: string): Promise<Uint8Array> => {
  const material = Uint8Array.from(password.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const base = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveBits'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: bytes('front-entry'), info: bytes(`${purpose} v1`) }
  return new Uint8Array(await crypto.subtle.deriveBits(derivation, base, 256))
}

/**
 * Creates a seal that turns small objects into cookie values: a JWE with direct A256GCM, a key derived per purpose
 * (RFC 5869), and purpose, client and expiry inside. Opening never throws: it returns `undefined` for anything but a
 * valid, unexpired value of this seal.
 *
 * @throws EncryptionPasswordError for a password that is not 64 hexadecimal characters
 * @example
 * const sessions = createSeal<{ accessToken: string }>({ passwords: password, clientId: 'c1', purpose: 'session' })
 * const cookie = await sessions.seal({ accessToken: 'a' }, 300) // for 300 seconds
 * const opened = await sessions.open(cookie) // { value: { accessToken: 'a' }, stale: false }
 */
export const createSeal = <Value extends object>(options: SealOptions): Seal<Value> => {
  const { clientId, purpose, now = Date.now } = options
  const keys = toPasswords(options.passwords).map((password) => keyOf(password, purpose))
  const openWith = async (sealed: string, key: Uint8Array): Promise<Value | undefined> => {
    try {
      const { payload } = await jwtDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        audience: clientId,
        subject: purpose,
        requiredClaims: ['exp', 'value'],
        clockTolerance: TOLERANCE_SECONDS,
        currentDate: new Date(now()),
      })
      return payload.value as Value // the authentication tag proves the shape
    } catch {
      return undefined
    }
  }
  return {
    async seal(value, lifetimeSeconds) {
      const [newest] = keys
      const issued = Math.floor(now() / 1000)
      return new EncryptJWT({ value })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(clientId)
        .setSubject(purpose)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lifetimeSeconds)
        .encrypt((await newest) ?? new Uint8Array())
    },
    async open(sealed) {
      if (sealed.length > MAX_SEALED_LENGTH) return undefined
      for (const [index, key] of keys.entries()) {
        const value = await openWith(sealed, await key)
        if (value) return { value, stale: index > 0 }
      }
      return undefined
    },
  }
}
