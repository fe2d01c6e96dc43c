import type { JWK } from 'jose'
import { API_PREFIX } from '../contract/path.ts'
import { createLogger, type Logger, type LogLevel } from '../kernel/logger.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import type { EncryptionPasswords } from './password.ts'

/** Paths of the app that the server handles or redirects to. */
export interface ServerRoutes {
  /** @default '/' */
  authenticatedUrl: string
  /** @default '/account/login' */
  loginUrl: string
  /** @default '/account/logout' */
  logoutUrl: string
  /** @default '/oauth/callback' */
  hostedLoginRedirectUrl: string
}

/** Options of {@link createFrontEntryServer}; {@link readServerOptions} reads them from the environment. */
export interface ServerOptions {
  /** Origin of this app, such as `https://app.example.com`. With https, all cookies are `Secure`. */
  appUrl: string
  /** Origin of the API; also the issuer of the tokens unless `issuer` is set. */
  baseUrl: string
  /** Environment ID; also the audience of the tokens. */
  clientId: string
  /** 64 hexadecimal characters; several for a rotation (all open, the first of a list seals). */
  encryptionPassword: EncryptionPasswords
  /** Prefix of the session cookie's name, before `-` and the client ID. @default 'fe_session' */
  cookieName?: string
  /**
   * Names the session cookie `__Host-…` when `appUrl` is https, so that no other host of the site can plant one.
   * Changing it signs out all users.
   * @default false
   */
  hostCookies?: boolean
  /** The only key that tokens may be signed with. @default the key set at `{baseUrl}/.well-known/jwks.json` */
  jwtPublicKey?: JWK
  /**
   * `true` signs in by a redirect to the API (code flow with PKCE); `false` uses the login box on a page of this app.
   * @default false
   */
  hostedLoginBox?: boolean
  /** Exact `iss` values of the tokens. @default `baseUrl`, with and without a trailing slash or the prefix */
  issuer?: string | readonly string[]
  /** Paths of the app. @default the auth routes of the login box */
  routes?: Partial<ServerRoutes>
  /** Path prefix of the API; `''` omits it. @default 'frontegg' */
  urlPrefix?: string
  /** Path where the API proxy is mounted: `{apiPath}/frontegg/…`. @default '/api' */
  apiPath?: string
  /**
   * Lifetime of the session cookie in seconds; the access tokens in it are renewed much earlier.
   * @default 2592000 (30 days)
   */
  sessionSeconds?: number
  /** Exact origins, besides the app's own, that a sign-in may redirect back to. @default [] */
  allowedRedirectOrigins?: readonly string[]
  /** Sent as `x-frontegg-framework`, such as `nextjs`. @default not sent */
  framework?: string
  /** Log level: error 40, warn 30, info 20, debug 10. @default 'warn' */
  logLevel?: LogLevel
  /** Destination of log lines; they never contain a token, a code or a password. @default console */
  console?: Pick<Console, 'error' | 'warn' | 'info' | 'debug'>
  /** @default the global fetch */
  fetch?: typeof fetch
  /** Returns milliseconds since the epoch. @default Date.now */
  now?: () => number
}

/** Server options with every default filled in. */
export interface ServerConfig {
  appUrl: URL
  apiUrl: URL
  clientId: string
  cookieName: string
  /** `__Host-`, or empty. */
  hostPrefix: string
  jwtPublicKey: JWK | undefined
  hosted: boolean
  issuers: readonly string[]
  routes: ServerRoutes
  /** `/frontegg`, or empty. */
  prefix: string
  apiPath: string
  sessionSeconds: number
  allowedRedirectOrigins: readonly string[]
  framework: string | undefined
  secure: boolean
  log: Logger
  fetch: typeof fetch
  now: () => number
}

/** Same as the lifetime of the reference backend's refresh cookie. */
const THIRTY_DAYS = 30 * 24 * 3_600

/** Thrown when an option of {@link createFrontEntryServer} is invalid; the message names it. */
export class ServerOptionsError extends Error {
  override readonly name = 'ServerOptionsError'
}

const webUrl = (name: string, text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.username) return url
  throw new ServerOptionsError(`${name} must be an http(s) URL`)
}

const issuersOf = ({ issuer, baseUrl }: ServerOptions, prefix: string): readonly string[] => {
  if (issuer !== undefined) return [issuer].flat()
  const base = baseUrl.replace(/\/+$/, '')
  return [base, `${base}/`, ...(prefix ? [base + prefix] : [])]
}

const cookieNameOf = (name = 'fe_session'): string => {
  // RFC 6265 §4.1.1: a cookie name is a token.
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name
  throw new ServerOptionsError('cookieName must be a valid cookie name')
}

const defaultRoutes = (): ServerRoutes => {
  const { authenticatedUrl, loginUrl, logoutUrl, hostedLoginRedirectUrl } = DEFAULT_ROUTES
  return { authenticatedUrl, loginUrl, logoutUrl, hostedLoginRedirectUrl }
}

const prefixOf = (urlPrefix: string | undefined): string => {
  if (urlPrefix === undefined) return API_PREFIX
  return urlPrefix === '' ? '' : `/${urlPrefix}`
}

/** Checks the options and fills in the defaults. */
export const toConfig = (options: ServerOptions): ServerConfig => {
  const appUrl = webUrl('appUrl', options.appUrl)
  const apiUrl = webUrl('baseUrl', options.baseUrl)
  if (!/^[\w-]+$/.test(options.clientId))
    throw new ServerOptionsError('clientId must contain only letters, digits and dashes')
  const prefix = prefixOf(options.urlPrefix)
  return {
    appUrl,
    apiUrl,
    clientId: options.clientId,
    cookieName: cookieNameOf(options.cookieName),
    hostPrefix: options.hostCookies && appUrl.protocol === 'https:' ? '__Host-' : '',
    jwtPublicKey: options.jwtPublicKey,
    hosted: options.hostedLoginBox ?? false,
    issuers: issuersOf(options, prefix),
    routes: { ...defaultRoutes(), ...options.routes },
    prefix,
    apiPath: options.apiPath ?? '/api',
    sessionSeconds: options.sessionSeconds ?? THIRTY_DAYS,
    allowedRedirectOrigins: options.allowedRedirectOrigins ?? [],
    framework: options.framework,
    secure: appUrl.protocol === 'https:',
    log: createLogger(options.logLevel, options.console),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    now: options.now ?? Date.now,
  }
}
