import type { LogLevel } from '../kernel/logger.ts'

/** One name and value added to every call. */
interface KeyValuePair {
  key: string
  value: string
}

type MaybePromise<Value> = Value | Promise<Value>

/**
 * Where the API is and how it is called. A value of another type is refused by an `OptionsError`
 * that names it.
 */
export interface ContextOptions {
  /**
   * URL of the API, or a function that chooses one per path. Required in a browser outside preview mode: without it
   * the page body is cleared, an alert says what to edit, and `init` throws an `OptionsError`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl: 'https://auth.example.com' } })
   */
  baseUrl?: string | ((path: string) => string)
  /**
   * Environment id: part of the session cookie's name and the audience of the tokens.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' } })
   */
  clientId?: string
  /**
   * `credentials` of every fetch; the refresh cookie needs `include` when the API has another origin.
   *
   * @default 'include'
   * @example fe.init({ contextOptions: { baseUrl, requestCredentials: 'same-origin' } })
   */
  requestCredentials?: RequestCredentials
  /**
   * Path segment put between `baseUrl` and the path, once; an empty text turns it off.
   *
   * @default 'frontegg'
   * @example fe.init({ contextOptions: { baseUrl, urlPrefix: '' } })
   */
  urlPrefix?: string
  /**
   * Names the tenant whose own login is used; sent as `frontegg-login-alias`. Asked before every call.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, tenantResolver: () => ({ tenant: location.hostname.split('.')[0] }) } })
   */
  tenantResolver?: () => MaybePromise<{ tenant?: string }>
  /**
   * The bearer token of every call, in place of the session's own; an empty text falls back to that.
   *
   * @default the session's token
   * @example fe.init({ contextOptions: { baseUrl, tokenResolver: async () => fetchToken() } })
   */
  tokenResolver?: () => MaybePromise<string>
  /**
   * Query parameters added to every call.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, additionalQueryParamsResolver: () => [{ key: 'region', value: 'eu' }] } })
   */
  additionalQueryParamsResolver?: () => MaybePromise<KeyValuePair[]>
  /**
   * Headers added to every call.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, additionalHeadersResolver: () => [{ key: 'x-trace', value: 'a1' }] } })
   */
  additionalHeadersResolver?: () => MaybePromise<KeyValuePair[]>
  /**
   * Sent as `x-frontegg-framework` and `x-frontegg-sdk`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, metadataHeaders: { framework: 'vue', fronteggSdkVersion: '2.0.0' } } })
   */
  metadataHeaders?: { framework?: string; fronteggSdkVersion?: string }
  /**
   * Lowest level that is written to the console: error 40, warn 30, info 20, debug 10.
   *
   * @default 'warn'
   * @example fe.init({ contextOptions: { baseUrl, logLevel: 'debug' } })
   */
  logLevel?: LogLevel
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, auditsOptions: { virtualScroll: true } } })
   */
  auditsOptions?: { virtualScroll?: boolean }
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, currentUserRoles: ['admin'] } })
   */
  currentUserRoles?: string[]
}
