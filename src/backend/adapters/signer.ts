import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../../rules/token-algorithms.ts'
import type { BackendConfig, Signer } from '../ports.ts'
import type { KeyRecord } from '../store/records.ts'
import { loadKeys, RELOAD_AFTER_MS, rereading } from './keys.ts'
import type { KeyStore } from './sealing-key.ts'

/** OpenID Connect Discovery 1.0 §3: every client supports it, and many accept nothing else unless they are configured. */
const DEFAULT_ALGORITHM = 'RS256'

/** Kinds of the stored keys; the first one is older than the choice of an algorithm. */
const KINDS: Readonly<Record<TokenAlgorithm, string>> = { ES256: 'signing', RS256: 'signing-rs256' }

/** Clocks of clients and other processes may differ by this much. */
const TOLERANCE_SECONDS = 30

/** A new key signs only when every process has read it. */
const KNOWN_EVERYWHERE_MS = 2 * RELOAD_AFTER_MS

/** The members of a public key (RFC 7518 §6.2.1 and §6.3.1); everything else of a stored key is private. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']

interface SigningKey {
  kid: string
  algorithm: TokenAlgorithm
  createdAt: number
  publicJwk: JWK
  /** Both are imported once, because that takes longer than to use them. */
  publicKey: Awaited<ReturnType<typeof importJWK>>
  privateKey: Awaited<ReturnType<typeof importJWK>>
}

const makeKey = async (algorithm: TokenAlgorithm): Promise<string> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return JSON.stringify({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: algorithm, use: 'sig' })
}

const publicPart = (jwk: JWK): JWK =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => PUBLIC_MEMBERS.includes(name)))

const importKey = async (algorithm: TokenAlgorithm, { value, createdAt }: KeyRecord): Promise<SigningKey> => {
  const jwk = JSON.parse(value) as JWK & { kid: string }
  const publicJwk = publicPart(jwk)
  const [publicKey, privateKey] = await Promise.all([importJWK(publicJwk, algorithm), importJWK(jwk, algorithm)])
  return { kid: jwk.kid, algorithm, createdAt, publicJwk, publicKey, privateKey }
}

/** The keys of an algorithm, newest first. */
const keysFor = async (store: KeyStore, algorithm: TokenAlgorithm): Promise<SigningKey[]> => {
  const rows = await loadKeys(store, KINDS[algorithm], () => makeKey(algorithm))
  return Promise.all(rows.map((row) => importKey(algorithm, row)))
}

/**
 * The key that signs: the newest one of the preferred algorithm that every process knows. Until there is one, a key that
 * is known everywhere signs, whatever its algorithm, and in a new database the first one that was made.
 */
const signingKeyOf = (keys: readonly SigningKey[], preferred: TokenAlgorithm): SigningKey | undefined => {
  const own = keys.filter(({ algorithm }) => algorithm === preferred)
  const isKnown = ({ createdAt }: SigningKey) => Date.now() - createdAt >= KNOWN_EVERYWHERE_MS
  return own.find(isKnown) ?? keys.find(isKnown) ?? own.at(-1)
}

/** Keys of the store, read once and again when a token names a key that is not known yet. */
const createKeyRing = (store: KeyStore, preferred: TokenAlgorithm) => {
  const all = rereading(async () => (await Promise.all(TOKEN_ALGORITHMS.map((each) => keysFor(store, each)))).flat())
  const signing = async () => signingKeyOf(await all(), preferred)
  const byId = async (kid: string) => (await all()).find((key) => key.kid === kid)
  return { all, signing, byId }
}

/** Signs and verifies JWTs with keys kept in the store, so that all processes and restarts share them. */
export const createSigner = (
  store: KeyStore,
  config: Pick<BackendConfig, 'apiUrl' | 'clientId' | 'tokenAlgorithm'>,
): Signer => {
  const ring = createKeyRing(store, config.tokenAlgorithm ?? DEFAULT_ALGORITHM)
  return {
    async sign(claims) {
      const key = await ring.signing()
      if (!key) throw new Error('There is no signing key')
      const header = { alg: key.algorithm, kid: key.kid, typ: 'JWT' }
      return new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey)
    },
    async verify(token, now, audience = config.clientId) {
      const resolveKey = async ({ kid, alg }: { kid?: string; alg?: string }) => {
        const key = kid === undefined ? undefined : await ring.byId(kid)
        // RFC 8725 §3.1: a key is used with its own algorithm only.
        if (!key || key.algorithm !== alg) throw new UnknownKeyError('No key of ours')
        return key.publicKey
      }
      try {
        const { payload } = await jwtVerify(token, resolveKey, {
          algorithms: [...TOKEN_ALGORITHMS],
          issuer: config.apiUrl,
          audience,
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
      const current = await ring.signing()
      const others = (await ring.all()).filter((key) => key !== current)
      return { keys: [...(current ? [current] : []), ...others].map(({ publicJwk }) => ({ ...publicJwk })) }
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
