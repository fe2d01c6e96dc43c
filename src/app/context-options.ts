import type { LogLevel } from '../kernel/logger.ts'

/** A name and value added to every call. */
interface KeyValuePair {
  key: string
  value: string
}

type MaybePromise<Value> = Value | Promise<Value>

/** Location of the API, and how it is called. A value of the wrong type throws an `OptionsError` that names it. */
export interface ContextOptions {
  /**
   * URL of the API, or a function that returns one for each path. Required in a browser outside preview mode: without
   * it, the page body is cleared, an alert names the option to set, and `init` throws an `OptionsError`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl: 'https://auth.example.com' } })
   */
  baseUrl?: string | ((path: string) => string)
  /**
   * Environment ID: part of the session cookie's name, and the audience of the tokens.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, clientId: '5f2ab0c4-6d1e-4c8a-9b37-0e4f2d6a1c58' } })
   */
  clientId?: string
  /**
   * `credentials` of every fetch. The refresh cookie needs `include` when the API has another origin.
   *
   * @default 'include'
   * @example fe.init({ contextOptions: { baseUrl, requestCredentials: 'same-origin' } })
   */
  requestCredentials?: RequestCredentials
  /**
   * Path segment inserted once between `baseUrl` and the path; an empty string disables it.
   *
   * @default 'frontegg'
   * @example fe.init({ contextOptions: { baseUrl, urlPrefix: '' } })
   */
  urlPrefix?: string
  /**
   * Returns the tenant whose own login is used; sent as `frontegg-login-alias`. Called before every call to the API.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, tenantResolver: () => ({ tenant: location.hostname.split('.')[0] }) } })
   */
  tenantResolver?: () => MaybePromise<{ tenant?: string }>
  /**
   * Returns the bearer token of every call, instead of the session's own; an empty string falls back to the session's
   * token.
   *
   * @default the session's token
   * @example fe.init({ contextOptions: { baseUrl, tokenResolver: async () => fetchToken() } })
   */
  tokenResolver?: () => MaybePromise<string>
  /**
   * Returns query parameters that are added to every call.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, additionalQueryParamsResolver: () => [{ key: 'region', value: 'eu' }] } })
   */
  additionalQueryParamsResolver?: () => MaybePromise<KeyValuePair[]>
  /**
   * Returns headers that are added to every call.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, additionalHeadersResolver: () => [{ key: 'x-trace', value: 'a1' }] } })
   */
  additionalHeadersResolver?: () => MaybePromise<KeyValuePair[]>
  /**
   * Values sent as `x-frontegg-framework` and `x-frontegg-sdk`.
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
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, auditsOptions: { virtualScroll: true } } })
   */
  auditsOptions?: { virtualScroll?: boolean }
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl, currentUserRoles: ['admin'] } })
   */
  currentUserRoles?: string[]
}
