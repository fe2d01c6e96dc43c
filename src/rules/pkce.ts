const VERIFIER_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** RFC 7636 §4.1 allows 43 to 128. */
const VERIFIER_LENGTH = 64

/**
 * Returns random characters that need no encoding in a query. There are 64 of them, so that a random byte has no bias.
 */
const randomText = (length: number, source: Pick<Crypto, 'getRandomValues'> = crypto): string =>
  [...source.getRandomValues(new Uint8Array(length))].map((byte) => VERIFIER_ALPHABET[byte % 64]).join('')

export const createVerifier = (source: Pick<Crypto, 'getRandomValues'> = crypto): string =>
  randomText(VERIFIER_LENGTH, source)

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** Returns the code challenge (RFC 7636 §4.2, method S256). */
export const challengeOf = async (verifier: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

export interface Pkce {
  verifier: string
  challenge: string
  /** A random text of 192 bits (RFC 6749 §10.12). */
  state: string
  /** A random text that the ID token repeats (OpenID Connect Core 3.1.2.1). */
  nonce: string
}

const STATE_LENGTH = 32

/** Creates one record per flow, which is stored under its `state` and used once. */
export const createPkce = async (): Promise<Pkce> => {
  const verifier = createVerifier()
  return {
    verifier,
    challenge: await challengeOf(verifier),
    state: randomText(STATE_LENGTH),
    nonce: randomText(STATE_LENGTH),
  }
}
