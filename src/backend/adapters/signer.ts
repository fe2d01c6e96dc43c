import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { BackendConfig, Signer } from '../ports.ts'
import { loadKeys, RELOAD_AFTER_MS, rereading } from './keys.ts'
import type { KeyStore } from './sealing-key.ts'

const ALGORITHM = 'ES256'

/** Clocks of clients and other processes may differ by this much. */
const TOLERANCE_SECONDS = 30

/** A new key signs only when every process has read it. */
const KNOWN_EVERYWHERE_MS = 2 * RELOAD_AFTER_MS

type SigningKey = JWK & { kid: string }

interface Ring {
  keys: SigningKey[]
  /** When each was made, in the same order: newest first. */
  bornAt: number[]
}

const makeKey = async (): Promise<string> => {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: 'sig' })
}

const publicPart = ({ d: _private, ...rest }: SigningKey) => rest

/** Keys of the store, read once and again when a token names a key that is not known yet. */
const createKeyRing = (store: KeyStore) => {
  const fresh = rereading(async (): Promise<Ring> => {
    const rows = await loadKeys(store, 'signing', makeKey)
    return {
      keys: rows.map(({ value }) => JSON.parse(value) as SigningKey),
      bornAt: rows.map(({ createdAt }) => createdAt),
    }
  })
  const all = async () => (await fresh()).keys
  const signing = async () => {
    const { keys, bornAt } = await fresh()
    const isKnown = (at: number | undefined) => at !== undefined && Date.now() - at >= KNOWN_EVERYWHERE_MS
    return keys.find((_, at) => isKnown(bornAt[at])) ?? keys.at(-1)
  }
  const byId = async (kid: string) => (await all()).find((key) => key.kid === kid)
  return { all, signing, byId }
}

/** Signs and verifies JWTs with keys kept in the store, so that all processes and restarts share them. */
export const createSigner = (store: KeyStore, config: Pick<BackendConfig, 'apiUrl' | 'clientId'>): Signer => {
  const ring = createKeyRing(store)
  return {
    async sign(claims) {
      const key = await ring.signing()
      if (!key) throw new Error('There is no signing key')
      const header = { alg: ALGORITHM, kid: key.kid, typ: 'JWT' }
      return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, ALGORITHM))
    },
    async verify(token, now) {
      const resolveKey = async ({ kid }: { kid?: string }) => {
        const key = kid === undefined ? undefined : await ring.byId(kid)
        if (!key) throw new UnknownKeyError('No key of ours')
        return importJWK(publicPart(key), ALGORITHM)
      }
      try {
        const { payload } = await jwtVerify(token, resolveKey, {
          algorithms: [ALGORITHM],
          issuer: config.apiUrl,
          audience: config.clientId,
          requiredClaims: ['sub', 'exp', 'iat'],
          clockTolerance: TOLERANCE_SECONDS,
          currentDate: new Date(now),
        })
        return payload
      } catch (error) {
        if (isRefusal(error)) return undefined
        throw error
      }
    },
    async jwks() {
      return { keys: (await ring.all()).map(publicPart) }
    },
  }
}

class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}

/** A bad token is a result; a store that cannot be read is a failure, and must not look like a bad token. */
const isRefusal = (error: unknown) =>
  error instanceof UnknownKeyError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))
