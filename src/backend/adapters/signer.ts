import { importJWK, jwtVerify, SignJWT } from 'jose'
import type { JsonWebKey } from '../../entities/portal.ts'
import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../../rules/token-algorithms.ts'
import { CHECKPOINT_TYPE } from '../domain/audit/checkpoints.ts'
import type { BackendConfig, Signer } from '../ports.ts'
import { rereading } from './rereading.ts'
import type { KeyStore } from './sealing-key.ts'
import { DEFAULT_ALGORITHM, readSigningKeys, type SigningKey, signingKeyOf } from './signing-keys.ts'

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
