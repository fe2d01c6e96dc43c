import { TOKEN_ALGORITHMS, type TokenAlgorithm } from '../../rules/token-algorithms.ts'
import { MFA_TOKEN_SECONDS } from '../domain/identity/mfa/mfa-challenge.ts'
import type { BackendConfig } from '../ports.ts'
import type { ChangeableKeyStore, KeyStore } from './sealing-key.ts'
import {
  DEFAULT_ALGORITHM,
  endedKey,
  isKnownEverywhere,
  KNOWN_EVERYWHERE_MS,
  newSigningKey,
  readSigningKeys,
  type SigningKey,
  signingKeyOf,
} from './signer.ts'

/** Clocks of processes and clients may differ by this much. */
const MARGIN_MS = 60_000

/** Returns the longest lifetime of a token, except for checkpoints of the audit log. */
export const longestTokenMs = ({ accessTokenSeconds }: Pick<BackendConfig, 'accessTokenSeconds'>): number =>
  Math.max(accessTokenSeconds, MFA_TOKEN_SECONDS) * 1_000

interface NewKey {
  kid: string
  algorithm: TokenAlgorithm
  /** Milliseconds since 1970. */
  signsAt: number
}

/** Creates a key that is published at once and replaces the signing key when every process has read it. */
export const addSigningKey = async (
  store: KeyStore,
  algorithm: TokenAlgorithm = DEFAULT_ALGORITHM,
): Promise<NewKey> => {
  const created = (await readSigningKeys(store)).map(({ createdAt }) => createdAt)
  // The newest key signs, even if another machine's clock was ahead when it created one.
  const row = await newSigningKey(algorithm, Math.max(Date.now(), ...created.map((each) => each + 1)))
  await store.keys.insert(row)
  const { kid } = JSON.parse(row.value) as { kid: string }
  return { kid, algorithm, signsAt: row.createdAt + KNOWN_EVERYWHERE_MS }
}

/** Pairs each key with its successor in the algorithm; keys without a successor never end. */
const followed = (keys: readonly SigningKey[]) =>
  TOKEN_ALGORITHMS.flatMap((each) => {
    const own = keys.filter(({ algorithm }) => algorithm === each)
    return own.slice(1).map((key, at) => ({ key, next: own[at] as SigningKey }))
  })

/**
 * Ends the keys whose last token has expired: they leave the key set, and their private part is removed. Their public
 * part stays, because checkpoints of the audit log must be verifiable for longer than any token. Several processes may
 * do so at once.
 *
 * @param tokenMs the longest life of a token
 * @returns key IDs of those that ended
 */
export const endSigningKeys = async (store: ChangeableKeyStore, tokenMs: number): Promise<string[]> => {
  const now = Date.now()
  const isOver = ({ createdAt }: SigningKey) => now >= createdAt + KNOWN_EVERYWHERE_MS + tokenMs + MARGIN_MS
  const over = followed(await readSigningKeys(store)).filter(
    ({ key, next }) => key.endedAt === undefined && isOver(next),
  )
  for (const { key } of over) await store.replace(key.id, (value) => endedKey(value, now))
  return over.map(({ key }) => key.kid)
}

type KeyState = 'next' | 'signing' | 'published' | 'ended'

interface ListedKey extends Pick<SigningKey, 'kid' | 'algorithm' | 'createdAt' | 'publicJwk'> {
  state: KeyState
}

/**
 * Lists all keys, by algorithm and newest first: `next` is published and will sign once every process knows it,
 * `signing` signs, `published` verifies, and `ended` is no longer published.
 */
export const listSigningKeys = async (
  store: KeyStore,
  preferred: TokenAlgorithm = DEFAULT_ALGORITHM,
): Promise<ListedKey[]> => {
  const keys = await readSigningKeys(store)
  const signing = signingKeyOf(keys, preferred)
  const stateOf = (key: SigningKey): KeyState => {
    if (key.endedAt !== undefined) return 'ended'
    if (key === signing) return 'signing'
    return key.algorithm === preferred && !isKnownEverywhere(key) ? 'next' : 'published'
  }
  return keys.map((key) => {
    const { kid, algorithm, createdAt, publicJwk } = key
    return { kid, algorithm, createdAt, publicJwk, state: stateOf(key) }
  })
}
