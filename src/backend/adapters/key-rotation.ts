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
} from './signing-keys.ts'

/** Clocks of processes and clients may differ by this much. */
const MARGIN_MS = 60_000

/** The longest life of a token, checkpoints of the audit log aside. */
export const longestTokenMs = ({ accessTokenSeconds }: Pick<BackendConfig, 'accessTokenSeconds'>): number =>
  Math.max(accessTokenSeconds, MFA_TOKEN_SECONDS) * 1_000

interface NewKey {
  kid: string
  algorithm: TokenAlgorithm
  /** Milliseconds since 1970. */
  signsAt: number
}

/** Makes a key that is published at once and signs when every process has read it, in place of the one before. */
export const addSigningKey = async (
  store: KeyStore,
  algorithm: TokenAlgorithm = DEFAULT_ALGORITHM,
): Promise<NewKey> => {
  const created = (await readSigningKeys(store)).map(({ createdAt }) => createdAt)
  // The newest key signs, also where the clock of another machine was ahead when it made one.
  const row = await newSigningKey(algorithm, Math.max(Date.now(), ...created.map((each) => each + 1)))
  await store.keys.insert(row)
  const { kid } = JSON.parse(row.value) as { kid: string }
  return { kid, algorithm, signsAt: row.createdAt + KNOWN_EVERYWHERE_MS }
}

/** Each key with the one that follows it in its algorithm; keys without one never end. */
const followed = (keys: readonly SigningKey[]) =>
  TOKEN_ALGORITHMS.flatMap((each) => {
    const own = keys.filter(({ algorithm }) => algorithm === each)
    return own.slice(1).map((key, at) => ({ key, next: own[at] as SigningKey }))
  })

/**
 * Ends the keys whose last token has ended: they leave the key set, and their private part is removed. Their public part
 * stays, since checkpoints of the audit log are proof for longer than any token. Several processes may do so at once.
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
 * All keys, by algorithm and newest first: `next` is published and will sign once every process knows it, `signing` signs,
 * `published` verifies, and `ended` is no longer published.
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
