import type { Localizations } from '../i18n/text-keys.ts'
import type { AuthOptions } from './auth-options.ts'
import type { ContextOptions } from './context-options.ts'
import type { EventCallbacks } from './event-callbacks.ts'
import type { ThemeOptions } from './theme-options.ts'

export type { AuthOptions } from './auth-options.ts'
export type { ContextOptions } from './context-options.ts'
export type { EventCallbacks } from './event-callbacks.ts'

/** Options of a navigation with `onRedirectTo`. */
export interface RedirectOptions {
  /** Reloads the page instead of navigating with the host's router. */
  refresh?: boolean
  /** Replaces the history entry. */
  replace?: boolean
  /** Keeps the current query. */
  preserveQueryParams?: boolean
}

/**
 * Options of `init`. A configuration written for the contract's option tree is accepted unchanged; one warning lists
 * the options that have no effect in this release. A value of the wrong type throws an `OptionsError` that names it.
 *
 * @example fe.init({ contextOptions: { baseUrl: 'https://auth.example.com', clientId: '2d5d…' } })
 */
export interface InitOptions {
  /**
   * Location of the API, and how it is called. Required outside preview mode.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl: 'https://auth.example.com' } })
   */
  contextOptions?: ContextOptions
  /**
   * Sign-in behavior and routes.
   *
   * @default {}
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { routes: { loginUrl: '/enter' } } })
   */
  authOptions?: AuthOptions
  /**
   * Accepted, but has no effect.
   *
   * @default {}
   * @example fe.init({ contextOptions: { baseUrl }, auditsOptions: { virtualScroll: true } })
   */
  auditsOptions?: Record<string, unknown>
  /**
   * Options of the subscription page. `cardScriptUrl` is the https URL of the payment provider's script, which is
   * requested only when a card form opens. A Content Security Policy then needs
   * `frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com` and
   * `connect-src https://api.stripe.com`; the script itself carries the page's nonce, or needs
   * `script-src https://js.stripe.com`. `billingAddressCollection` is accepted, but has no effect.
   *
   * @default { cardScriptUrl: 'https://js.stripe.com/endive/stripe.js' }
   * @example fe.init({ contextOptions: { baseUrl }, subscriptionsOptions: { cardScriptUrl: 'https://js.stripe.com/endive/stripe.js' } })
   */
  subscriptionsOptions?: { billingAddressCollection?: boolean; cardScriptUrl?: string }
  /**
   * Callbacks for product events.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { adminBoxMenuClicked: ({ tab }) => console.log(tab) } })
   */
  events?: EventCallbacks
  /**
   * Colors, fonts, logo and styles of parts. Lengths are numbers in px or CSS strings. `mode` sets the color scheme:
   * `page` follows the page's computed `color-scheme`, `system` follows the operating system, `light` and `dark` are
   * fixed. Selector maps, functions and custom styles are ignored, with one warning that lists them.
   *
   * @default the theme `modern` with `mode: 'page'`
   * @example fe.init({ contextOptions: { baseUrl }, themeOptions: { loginBox: { boxStyle: { borderRadius: 4 } } } })
   */
  themeOptions?: ThemeOptions
  /**
   * Language of all texts, dates and numbers: a BCP 47 tag such as `de` or `pt-BR`. Texts that `localizations` lacks in
   * this language are shown in English.
   *
   * @default the language of the page (`<html lang>`), else English
   * @example fe.init({ contextOptions: { baseUrl }, language: 'de', localizations: { de: { loginBox: {} } } })
   */
  language?: string
  /**
   * Texts by language. They override the built-in texts and those of the API, and are always shown as text, never as
   * markup.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, localizations: { en: { loginBox: { login: { title: 'Welcome' } } } } })
   */
  localizations?: Localizations
  /**
   * Admin-box configuration. If set, even to an empty object, it is not fetched from the API.
   *
   * @default fetched
   * @example fe.init({ contextOptions: { baseUrl }, metadata: { navigation: { users: { visibility: 'always' } } } })
   */
  metadata?: Record<string, unknown>
  /**
   * Loads the user's features and plans with the session, and enables the entitlement checks.
   *
   * @default { enabled: false }
   * @example fe.init({ contextOptions: { baseUrl }, entitlementsOptions: { enabled: true } })
   */
  entitlementsOptions?: { enabled?: boolean }
  /**
   * Lets `<fe-gate explain>` show why it is open or closed on hosts other than localhost. Don't use it in production:
   * the panel shows rules and the user's attributes.
   *
   * @default false; always allowed on localhost
   * @example fe.init({ contextOptions: { baseUrl }, explain: location.hostname.endsWith('.staging.example.com') })
   */
  explain?: boolean
  /**
   * Uses redirect-based login instead of the embedded box: OAuth 2.0 authorization code with PKCE. The login route
   * redirects to the provider's page, and `hostedLoginRedirectUrl` receives its response.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl, clientId }, hostedLoginBox: true })
   */
  hostedLoginBox?: boolean
  /**
   * Whether the host renders its own login: no box is added to the page, and tokens of links stay in the URL for the
   * host to read. Otherwise `init` removes them from the URL of the auth routes.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, customLoginBox: true })
   */
  customLoginBox?: boolean
  /**
   * Function that is called with `true` when start-up begins and `false` when it ends, in addition to the body class
   * `frontegg-loading`.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, customLoader: (loading) => console.log(loading) })
   */
  customLoader?: boolean | ((loading: boolean) => void)
  /**
   * Accepted, but has no effect: raw CSS is never added to the page. Use `--fe-*` properties and `::part()`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, customStyles: '' })
   */
  customStyles?: string
  /**
   * Base path of the host application; removed from the page's path before routes are compared.
   *
   * @default ''
   * @example fe.init({ contextOptions: { baseUrl }, basename: '/shop' })
   */
  basename?: string
  /**
   * The part of the URL with the current route: the path, or the text after `#`. If it is not set, the box uses hash
   * routes when the page was opened at one, or when its server responds with 404 to the path of a route; a host with
   * `onRedirectTo` always uses paths.
   *
   * @default 'path'
   * @example fe.init({ contextOptions: { baseUrl }, urlStrategy: 'hash' })
   */
  urlStrategy?: 'path' | 'hash'
  /**
   * Accepted, but has no effect: the loader loads everything from its own folder.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, cdnUrl: 'https://cdn.example.com' })
   */
  cdnUrl?: string
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, guidesCdnUrl: 'https://cdn.example.com' })
   */
  guidesCdnUrl?: string
  /**
   * Accepted, but has no effect.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, tracing: false })
   */
  tracing?: boolean
  /**
   * Uses sample data instead of an API: no request leaves the page, and every response takes 500 ms.
   *
   * @default false
   * @example fe.init({ previewMode: true })
   */
  previewMode?: boolean
  /**
   * Preview for designing the screens: no user is signed in.
   *
   * @default false
   * @example fe.init({ builderMode: true })
   */
  builderMode?: boolean
  /**
   * Navigates with the host's router. `path` is a path within the page's origin; with `refresh` it is a full URL, which
   * only the browser can open.
   *
   * @default a full page load
   * @example
   * fe.init({
   *   contextOptions: { baseUrl },
   *   onRedirectTo: (path, { refresh, replace }) => (refresh ? location.assign(path) : router.go(path, { replace })),
   * })
   */
  onRedirectTo?: (path: string, options: RedirectOptions) => void
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, store: undefined })
   */
  store?: unknown
  /**
   * The host's framework. With `nextjs`, the body class and the first refresh are left to the server.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, framework: 'vuejs' })
   */
  framework?: 'nextjs' | 'react' | 'angular' | 'vuejs' | 'flutter' | 'ios' | 'android' | 'vanillajs'
  /**
   * Origins of the pages that may embed this one in a frame. Embedded in any other page, the login box, the portal and
   * the checkout accept no input, because such a page could trick visitors into clicks. The page's own origin is always
   * allowed, `'*'` allows all, and preview mode is always allowed. The response header
   * `Content-Security-Policy: frame-ancestors 'self'` keeps the whole page out of frames.
   *
   * @default []
   * @example fe.init({ contextOptions: { baseUrl }, allowedFrameAncestors: ['https://partner.example.com'] })
   */
  allowedFrameAncestors?: string[]
  /**
   * Loader of an earlier release, with its hash from that release's `manifest.json`. Only the script tag's loader reads
   * this option: if its modules are missing, damaged or don't arrive within 28 seconds, the earlier release starts the
   * app in their place. The event `fe-load-error` is dispatched in any case. Without `integrity`, nothing is loaded.
   *
   * @default none: the login box shows that it could not be loaded
   * @example
   * fe.init({
   *   contextOptions: { baseUrl },
   *   lastGoodRelease: { src: 'https://cdn.example.com/6.175.0/fe.umd.js', integrity: 'sha384-…' },
   * })
   */
  lastGoodRelease?: { src: string; integrity: string }
  /**
   * Accepted, but has no effect: the portal always loads on demand.
   *
   * @default true
   * @example fe.init({ contextOptions: { baseUrl }, lazyLoadAdminPortal: true })
   */
  lazyLoadAdminPortal?: boolean
  /**
   * Values, `on` or `off`, that override the fetched feature flags.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, overrideFeatureFlags: { 'new-mfa-pages': 'on' } })
   */
  overrideFeatureFlags?: Record<string, 'on' | 'off'>
  /**
   * Redirects the user to `routes.openAppUrl` after sign-in, where they choose between the host's app and this browser.
   * The app's URL is the first entry of `authOptions.allowedRedirectOrigins` with a custom scheme.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, enableOpenAppRoute: true, authOptions: { allowedRedirectOrigins: ['com.acme.app://in'] } })
   */
  enableOpenAppRoute?: boolean
  /**
   * Accepted, but has no effect.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, iframeRendering: false })
   */
  iframeRendering?: boolean
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, withCompanyName: true })
   */
  withCompanyName?: boolean
  /**
   * Accepted, but has no effect; use `themeOptions.loginBox.rootStyle`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, backgroundImage: '' })
   */
  backgroundImage?: string
  /**
   * Accepted, but has no effect; use `themeOptions.loginBox.logo.image`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, headerImage: '/logo.png' })
   */
  headerImage?: string
}
