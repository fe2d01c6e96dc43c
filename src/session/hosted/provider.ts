import type { JWK } from 'jose'
import { authorization, type ProviderMetadata } from '../../contract/authorization.ts'
import { type Client, createClient, type Send } from '../../contract/client.ts'
import { type AnyEndpoint, endpoint } from '../../contract/endpoint.ts'
import { portal } from '../../contract/portal.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { Logger } from '../../kernel/logger.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { KeySource } from './verify-id-token.ts'

export interface ProviderDeps {
  send: Send
  clock: Clock
  log: Logger
  /** Returns the URL of a path of the API, as `http/` builds it. */
  urlOf(path: string, options?: { unprefixed: true }): URL
}

/** The authorization server at the configured base URL. */
export interface Provider {
  /**
   * Accepted values of `iss`: the base URL with or without its path prefix, or the one of these that the server
   * announced.
   */
  issuers: readonly string[]
  /** Issuer that the server announced; a response of another one is refused. */
  issuer: string | undefined
  isIssuerPromised: boolean
  /** Whether the provider shows sign-up on `prompt=create`. */
  canCreate: boolean
  /** Whether it is a plain OpenID provider: forms with the client ID, and no cookies (RFC 6749 §4.1.3). */
  isPlain: boolean
  keys: KeySource
}

/** Thrown when the server announced an issuer that is not at the configured URL (OpenID Connect Discovery 1.0 §4.3). */
export class ProviderMismatchError extends Error {
  override readonly name = 'ProviderMismatchError'
}

/** Maximum age of the keys; before that, an unknown key ID must wait for the cool-down. */
const KEYS_LIFE_MS = 600_000
/** A key set that was just read has no new keys, and at most two are read per minute. */
const KEYS_COOL_DOWN_MS = 31_000
const MAX_KEYS = 100

const JSON_TYPE = 'application/json'

const withoutSlash = (url: URL): string => url.href.replace(/\/+$/, '')

const isMetadata = (response: unknown): response is ProviderMetadata =>
  isRecord(response) && typeof response.issuer === 'string'

type Announced = Client<{ authorization: typeof authorization }>['authorization']

/** Returns the metadata; `undefined` when the server has none, and the wire's own rules apply. */
const readMetadata = async (api: Announced, log: Logger): Promise<ProviderMetadata | undefined> => {
  try {
    const response: unknown = await api.getProviderMetadata()
    return isMetadata(response) ? response : undefined
  } catch (error) {
    log.info('The authorization server does not announce itself', error)
    if (error instanceof HttpError && error.status < 500) return undefined
    throw error
  }
}

/** Returns the endpoint of the keys, which are at the configured origin; a URL elsewhere is not followed. */
const keysEndpoint = ({ jwks_uri: uri }: Partial<ProviderMetadata>, base: URL): AnyEndpoint => {
  const flags = { unprefixed: true, noToken: true, anonymous: true } as const
  const url = uri && URL.canParse(uri) ? new URL(uri) : undefined
  if (!url) return endpoint<void, void, unknown>()('GET', portal.getJwks.path, flags)
  const root = base.pathname.replace(/\/+$/, '')
  if (url.origin !== base.origin || url.search || !url.pathname.startsWith(`${root}/`)) {
    throw new ProviderMismatchError('The keys of the authorization server are not at its URL')
  }
  return endpoint<void, void, unknown>()('GET', url.pathname.slice(root.length), flags)
}

const createKeySource = ({ send, clock }: ProviderDeps, keys: AnyEndpoint): KeySource => {
  let known: { at: number; loading: Promise<JWK[]> } | undefined
  const load = async (): Promise<JWK[]> => {
    const response = await send(keys, {})
    const list = isRecord(response) && Array.isArray(response.keys) ? response.keys : []
    return list.filter((key): key is JWK => isRecord(key) && typeof key.kty === 'string').slice(0, MAX_KEYS)
  }
  return (isForced) => {
    const age = known ? clock.now() - known.at : Number.POSITIVE_INFINITY
    if (known && age < (isForced ? KEYS_COOL_DOWN_MS : KEYS_LIFE_MS)) return known.loading
    const former = known
    const loading = load()
    known = { at: clock.now(), loading }
    loading.catch(() => {
      // The previous keys stay valid, and the next attempt waits as long as after any other.
      known = former && { at: clock.now(), loading: former.loading }
    })
    return loading
  }
}

/** Checks the server's metadata against the URL where it was found. */
const toProvider = (deps: ProviderDeps, metadata: ProviderMetadata | undefined): Provider => {
  const base = deps.urlOf('/', { unprefixed: true })
  const issuers = [...new Set([withoutSlash(base), withoutSlash(deps.urlOf('/'))])]
  const issuer = metadata?.issuer
  if (issuer !== undefined && !issuers.includes(issuer) && !issuers.some((known) => `${known}/` === issuer)) {
    throw new ProviderMismatchError('The authorization server announces another issuer')
  }
  const types = metadata?.token_endpoint_content_types_supported
  const prompts = metadata?.prompt_values_supported
  return {
    issuers: issuer === undefined ? issuers : [issuer],
    issuer,
    isIssuerPromised: metadata?.authorization_response_iss_parameter_supported === true,
    canCreate: Array.isArray(prompts) && prompts.includes('create'),
    isPlain: metadata !== undefined && !(Array.isArray(types) && types.includes(JSON_TYPE)),
    keys: createKeySource(deps, keysEndpoint(metadata ?? {}, base)),
  }
}

/** Returns a source that reads the provider once per page; after a failure, the next call reads it again. */
export const createProviderSource = (deps: ProviderDeps): (() => Promise<Provider>) => {
  const api = createClient(deps.send, { authorization }).authorization
  return lazy(async () => toProvider(deps, await readMetadata(api, deps.log)))
}
