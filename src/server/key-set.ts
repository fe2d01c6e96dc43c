import { createLocalJWKSet, importJWK, type JSONWebKeySet, type JWTHeaderParameters } from 'jose'
import { portal } from '../contract/portal.ts'
import { isRecord } from '../kernel/safe-json.ts'
import type { ServerConfig } from './options.ts'

type Key = Awaited<ReturnType<ReturnType<typeof createLocalJWKSet>>>
export type KeySet = (header: JWTHeaderParameters) => Promise<Key>

/** For this long, a known key is not fetched again. */
const FRESH_MS = 600_000
/** Limits the cost of unknown key IDs, whether forged or rotated. */
const FETCHES_PER_MINUTE = 2
const MINUTE_MS = 60_000
const PATIENCE_MS = 5_000

/** Thrown when a token names a key that is not in the set. */
class UnknownKeyError extends Error {
  override readonly name = 'UnknownKeyError'
}

const isKeySet = (value: unknown): value is JSONWebKeySet =>
  isRecord(value) && Array.isArray(value.keys) && value.keys.every(isRecord)

const load = async ({ fetch, apiUrl }: ServerConfig): Promise<JSONWebKeySet> => {
  const url = new URL(portal.getJwks.path, apiUrl)
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) })
  const body: unknown = response.ok ? await response.json() : undefined
  if (!isKeySet(body)) throw new Error(`The key set could not be read (${response.status})`)
  return body
}

const createLimit = (now: () => number) => {
  let times: number[] = []
  return () => {
    times = times.filter((time) => now() - time < MINUTE_MS)
    if (times.length >= FETCHES_PER_MINUTE) return false
    times.push(now())
    return true
  }
}

/**
 * Creates a key set from the API. It is fetched once, then again after ten minutes or for an unknown key ID; if that
 * fails, the old keys remain in use.
 */
const createRemoteKeySet = (config: ServerConfig): KeySet => {
  const mayFetch = createLimit(config.now)
  let known: { keys: JSONWebKeySet; at: number } | undefined
  let pending: Promise<void> | undefined
  const reload = () => {
    pending ??= load(config)
      .then((keys) => {
        known = { keys, at: config.now() }
      })
      .finally(() => {
        pending = undefined
      })
    return pending
  }
  const holds = (kid: string) => known?.keys.keys.some((key) => key.kid === kid) ?? false
  const isFresh = () => known !== undefined && config.now() - known.at < FRESH_MS
  return async (header) => {
    const { kid } = header
    // The key is selected by its ID from the configured set only (RFC 8725 §3.10).
    if (typeof kid !== 'string' || kid === '') throw new UnknownKeyError('The token names no key')
    if (!(holds(kid) && isFresh()) && (pending || mayFetch())) {
      await reload().catch((error: unknown) => config.log.warn('The key set could not be loaded', error))
    }
    if (!known || !holds(kid)) throw new UnknownKeyError('The token names an unknown key')
    return createLocalJWKSet(known.keys)(header)
  }
}

/** Creates a key set of the configured key alone, or else from the API's key set. */
export const createKeySet = (config: ServerConfig): KeySet => {
  const own = config.jwtPublicKey
  if (!own) return createRemoteKeySet(config)
  return async ({ alg, kid }) => {
    if (own.kid !== undefined && kid !== own.kid) throw new UnknownKeyError('The token names another key')
    if (own.alg !== undefined && alg !== own.alg) throw new UnknownKeyError('The token is signed by another algorithm')
    return (await importJWK(own, alg)) as Key
  }
}
