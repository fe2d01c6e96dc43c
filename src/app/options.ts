import type { LogLevel } from '../kernel/logger.ts'
import type { AuthRoutes } from '../navigation/routes.ts'

/** One name and value added to every call. */
export interface KeyValuePair {
  key: string
  value: string
}

type MaybePromise<Value> = Value | Promise<Value>

/** Where the API is and how it is called. Contract notes a.2. */
export interface ContextOptions {
  /**
   * Address of the API, such as `https://auth.example.com`, or a function that chooses one per path.
   * Required in a browser outside preview mode (seed 000 §5): without it `init` throws an `OptionsError`.
   *
   * @example 'https://auth.example.com'
   */
  baseUrl?: string | ((path: string) => string)
  /** Environment id; part of the session cookie's name and audience of the tokens. @default none */
  clientId?: string
  /** `credentials` of every fetch; the refresh cookie needs `include`. @default 'include' */
  requestCredentials?: RequestCredentials
  /** Path segment put between `baseUrl` and the path, once; `''` turns it off. @default 'frontegg' */
  urlPrefix?: string
  /** The alias of the tenant whose own login is used. @default none */
  tenantResolver?: () => MaybePromise<{ tenant?: string }>
  /** Replaces the session's own access token. @default the session's token */
  tokenResolver?: () => MaybePromise<string>
  /** Query parameters added to every call. @default none */
  additionalQueryParamsResolver?: () => MaybePromise<KeyValuePair[]>
  /** Headers added to every call. @default none */
  additionalHeadersResolver?: () => MaybePromise<KeyValuePair[]>
  /** Sent as `x-frontegg-framework` and `x-frontegg-sdk`. @default none */
  metadataHeaders?: { framework?: string; fronteggSdkVersion?: string }
  /** Lowest level that is written to the console (seed 000 §9). @default 'warn' */
  logLevel?: LogLevel
  auditsOptions?: { virtualScroll?: boolean }
  currentUserRoles?: string[]
}

/** Behaviour of sign-in and its routes. Contract notes a.3. */
export interface AuthOptions {
  /** Paths of the auth screens, merged key by key over the defaults (seed 000 §2). */
  routes?: Partial<AuthRoutes>
  /** Refresh in the background before the access token ends. @default true */
  keepSessionAlive?: boolean
  /** Without a `redirectUrl` the current query is kept on the way to `authenticatedUrl`. @default false */
  includeQueryParam?: boolean
  /** Hosted mode: skip the silent attempt. @default false */
  disableSilentRefresh?: boolean
  /** Each tab keeps its own tenant. @default false */
  enableSessionPerTenant?: boolean
  /** Accepted for old configurations; other origins are always checked against `allowedRedirectOrigins`. */
  enforceRedirectToSameSite?: boolean
  /** Origins besides the page's own that `redirectUrl` may name, exact, such as `https://app.example.com`. @default [] */
  allowedRedirectOrigins?: string[]
  /** Origins whose messages may reset the idle timer. @default [] */
  clearIdleTimeoutAllowedOrigins?: string[]
  hostedLoginOptions?: { loadUserOnFirstLoad?: boolean }
  hostedLoginBox?: boolean
  [preset: string]: unknown
}

/** How `onRedirectTo` is asked to move. Contract notes a.7. */
export interface RedirectOptions {
  /** Load the page anew instead of moving inside the host's router. */
  refresh?: boolean
  /** Replace the history entry. */
  replace?: boolean
  /** Keep the current query. */
  preserveQueryParams?: boolean
}

/** Product events. Contract notes a.6. */
export interface EventCallbacks {
  userVerified?: (detail: { email: string; origin: string; [field: string]: unknown }) => void
  signUpComplete?: (detail: { email: string; authenticationType: string; [field: string]: unknown }) => void
  inviteMemberClicked?: (detail: { email: string }) => void
  inviteMemberSubmit?: (detail: Record<string, unknown>) => void
  inviteMembersSubmit?: (detail: Record<string, unknown>) => void
  adminBoxMenuClicked?: (detail: { email: string; tab: string }) => void
}

/**
 * Everything `init` takes. A configuration written for the contract's option tree (a.1 to a.7) is accepted as it is;
 * parts that have no meaning here are ignored.
 *
 * @example
 * fe.init({ contextOptions: { baseUrl: 'https://auth.example.com', clientId: '2d5d…' } })
 */
export interface InitOptions {
  contextOptions?: ContextOptions
  authOptions?: AuthOptions
  auditsOptions?: Record<string, unknown>
  subscriptionsOptions?: { billingAddressCollection?: boolean }
  events?: EventCallbacks
  /** Colours, fonts, logo and texts of titles; keys of the contract's section e. Styles are typed values, never markup. */
  themeOptions?: Record<string, unknown>
  /** Texts by language: `{ en: { loginBox: { login: { title: 'Welcome' } } } }`. Always shown as text. */
  localizations?: Record<string, unknown>
  /** Admin-box configuration; given, even empty, it replaces the request for it. @default fetched */
  metadata?: Record<string, unknown>
  /** @default { enabled: false } */
  entitlementsOptions?: { enabled?: boolean }
  /** Redirect-based login instead of the embedded box. @default false */
  hostedLoginBox?: boolean
  /** The host draws its own login. @default false */
  customLoginBox?: boolean
  customLoader?: boolean | ((loading: boolean) => void)
  customStyles?: string
  /** Base path of the host application; stripped from the page's path before routes are compared. @default '' */
  basename?: string
  /** Where the current route is read from: the path, or the text after `#`. @default 'path' */
  urlStrategy?: 'path' | 'hash'
  cdnUrl?: string
  guidesCdnUrl?: string
  tracing?: boolean
  /** Sample data instead of an API: no request leaves the page. @default false */
  previewMode?: boolean
  builderMode?: boolean
  /** Moves the host's router. @default a full page load */
  onRedirectTo?: (path: string, options: RedirectOptions) => void
  store?: unknown
  framework?: 'nextjs' | 'react' | 'angular' | 'vuejs' | 'flutter' | 'ios' | 'android' | 'vanillajs'
  lazyLoadAdminPortal?: boolean
  /** Laid over the fetched flags, `on` or `off`. @default none */
  overrideFeatureFlags?: Record<string, 'on' | 'off'>
  enableOpenAppRoute?: boolean
  iframeRendering?: boolean
  withCompanyName?: boolean
  backgroundImage?: string
  headerImage?: string
  [other: string]: unknown
}
