import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK, jwtVerify, SignJWT } from 'jose'
import type { JsonWebKey } from '../../entities/portal.ts'
import { RELOAD_AFTER_MS, rereading } from '../../kernel/lazy.ts'
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../../rules/token-algorithms.ts'
import { CHECKPOINT_TYPE } from '../domain/audit/checkpoints.ts'
import type { BackendConfig, Signer } from '../ports.ts'
import type { KeyRecord } from '../store/records.ts'
import { type KeyStore, loadKeys } from './sealing-key.ts'

/** Every client supports it, and many accept no other unless they are configured (OpenID Connect Discovery 1.0 §3). */
export const DEFAULT_ALGORITHM = 'RS256'

/** Kinds of the stored keys; the first one is older than the choice of an algorithm. */
const KINDS: Readonly<Record<TokenAlgorithm, string>> = { ES256: 'signing', RS256: 'signing-rs256' }

/** Time until every process has read a new key; only then does it sign. */
export const KNOWN_EVERYWHERE_MS = 2 * RELOAD_AFTER_MS

/** Members of a public key (RFC 7518 §6.2.1 and §6.3.1); all other members of a stored key are private or our own. */
const PUBLIC_MEMBERS = ['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']

/** A JWK, private until the key ends. */
interface StoredKey extends JWK {
  kid: string
  endedAt?: number
}

export interface SigningKey {
  /** ID of its row. */
  id: string
  kid: string
  algorithm: TokenAlgorithm
  /** Milliseconds since 1970, like all times here. */
  createdAt: number
  publicJwk: JWK
  /** Absent once the key has ended. */
  privateJwk: JWK | undefined
  endedAt: number | undefined
}

const publicPart = (jwk: JWK): JWK =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => PUBLIC_MEMBERS.includes(name)))

const keyOf = (algorithm: TokenAlgorithm, { id, value, createdAt }: KeyRecord): SigningKey => {
  const { endedAt, ...jwk } = JSON.parse(value) as StoredKey
  const isPrivate = endedAt === undefined
  return {
    id,
    kid: jwk.kid,
    algorithm,
    createdAt,
    publicJwk: publicPart(jwk),
    privateJwk: isPrivate ? jwk : undefined,
    endedAt,
  }
}

const makeJwk = async (algorithm: TokenAlgorithm): Promise<StoredKey> => {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: algorithm, use: 'sig' }
}

/** Creates the row of a new key with an ID of its own, so that any number of them can exist. */
export const newSigningKey = async (algorithm: TokenAlgorithm, createdAt: number): Promise<KeyRecord> => {
  const jwk = await makeJwk(algorithm)
  const kind = KINDS[algorithm]
  return { id: `${kind}-${jwk.kid}`, kind, value: JSON.stringify(jwk), createdAt }
}

/** Removes the private part of a stored key, which no process needs anymore. */
export const endedKey = (value: string, endedAt: number): string =>
  JSON.stringify({ ...publicPart(JSON.parse(value) as StoredKey), endedAt })

/** Returns the keys of an algorithm, newest first, and creates the first one if there is none. */
const keysFor = async (store: KeyStore, algorithm: TokenAlgorithm): Promise<SigningKey[]> => {
  const rows = await loadKeys(store, KINDS[algorithm], async () => JSON.stringify(await makeJwk(algorithm)))
  return rows.map((row) => keyOf(algorithm, row))
}

/** Returns all keys, by algorithm and newest first. */
export const readSigningKeys = async (store: KeyStore): Promise<SigningKey[]> =>
  (await Promise.all(TOKEN_ALGORITHMS.map((each) => keysFor(store, each)))).flat()

export const isKnownEverywhere = ({ createdAt }: SigningKey): boolean => Date.now() - createdAt >= KNOWN_EVERYWHERE_MS

/** Creating both keys of a new database takes at most this long, even on a busy machine. */
const CREATION_MS = 30_000

/**
 * Returns the key that signs: the newest one of the preferred algorithm that every process knows. Until there is one, a
 * key that is known everywhere signs, regardless of its algorithm. In a new database, the first key of the preferred
 * algorithm signs from the beginning: the other algorithm's may be older by the time that creating a key takes, and would
 * otherwise sign in between.
 */
export const signingKeyOf = <Key extends SigningKey>(
  keys: readonly Key[],
  preferred: TokenAlgorithm,
): Key | undefined => {
  const usable = keys.filter(({ endedAt }) => endedAt === undefined)
  const own = usable.filter(({ algorithm }) => algorithm === preferred)
  const first = own.at(-1)
  const oldest = Math.min(...usable.map(({ createdAt }) => createdAt))
  const isAsOld = first && first.createdAt - oldest < CREATION_MS
  return own.find(isKnownEverywhere) ?? (isAsOld ? first : (usable.find(isKnownEverywhere) ?? first))
}

/** Clocks of clients and other processes may differ by this much. */
const TOLERANCE_SECONDS = 30

/** Both forms are imported once, because importing takes longer than using them. */
interface ImportedKey extends SigningKey {
  publicKey: Awaited<ReturnType<typeof importJWK>>
  privateKey: Awaited<ReturnType<typeof importJWK>> | undefined
}

const importKey = async (key: SigningKey): Promise<ImportedKey> => {
  const { publicJwk, privateJwk, algorithm } = key
  const [publicKey, privateKey] = await Promise.all([
    importJWK(publicJwk, algorithm),
    privateJwk && importJWK(privateJwk, algorithm),
  ])
  return { ...key, publicKey, privateKey }
}

/**
 * Returns whether a token is no longer valid because its key has ended. An ended key still proves checkpoints of the
 * audit log, and that a hint was valid when its session began. Its private part is deleted, so any other token with its
 * signature is not ours.
 */
const isBeyond = (endedAt: number | undefined, { type }: Record<string, unknown>, now: number): boolean =>
  endedAt !== undefined && now >= endedAt && type !== CHECKPOINT_TYPE

/** Creates a ring of the store's keys, read once, and again when a token names an unknown key. */
const createKeyRing = (store: KeyStore, preferred: TokenAlgorithm) => {
  const all = rereading(async () => Promise.all((await readSigningKeys(store)).map(importKey)))
  const signing = async () => signingKeyOf(await all(), preferred)
  const byId = async (kid: string) => (await all()).find((key) => key.kid === kid)
  return { all, signing, byId }
}

/**
 * Creates a signer that signs and verifies JWTs with keys in the store, so that they are shared by all processes and
 * kept across restarts.
 */
export const createSigner = (
  store: KeyStore,
  config: Pick<BackendConfig, 'apiUrl' | 'clientId' | 'tokenAlgorithm'>,
): Signer => {
  const ring = createKeyRing(store, config.tokenAlgorithm ?? DEFAULT_ALGORITHM)
  return {
    async sign(claims) {
      const key = await ring.signing()
      if (!key?.privateKey) throw new Error('There is no signing key')
      const header = { alg: key.algorithm, kid: key.kid, typ: 'JWT' }
      return new SignJWT(claims).setProtectedHeader(header).sign(key.privateKey)
    },
    async verify(token, now, audience = config.clientId) {
      let endedAt: number | undefined
      const resolveKey = async ({ kid, alg }: { kid?: string; alg?: string }) => {
        const key = kid === undefined ? undefined : await ring.byId(kid)
        // A key is used with its own algorithm only (RFC 8725 §3.1).
        if (!key || key.algorithm !== alg) throw new UnknownKeyError('No key of ours')
        endedAt = key.endedAt
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
        return isBeyond(endedAt, payload, now) ? undefined : payload
      } catch (error) {
        if (isRefusal(error)) return undefined
        throw error
      }
    },
    async jwks({ withEnded = false } = {}) {
      const current = await ring.signing()
      const others = (await ring.all()).filter((key) => key !== current && (withEnded || key.endedAt === undefined))
      // Every key of ours has a `kty`, which the library's type leaves open.
      return { keys: [...(current ? [current] : []), ...others].map(({ publicJwk }) => publicJwk as JsonWebKey) }
    },
  }
}

class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}

/** An invalid token is a result; a failure to read the store must not look like an invalid token. */
const isRefusal = (error: unknown) =>
  error instanceof UnknownKeyError ||
  (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))
