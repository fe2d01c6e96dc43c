import type { AuthOptions } from './auth-options.ts'
import type { ContextOptions } from './context-options.ts'
import type { EventCallbacks } from './event-callbacks.ts'
import type { ThemeOptions } from './theme-options.ts'

export type { AuthOptions } from './auth-options.ts'
export type { ContextOptions } from './context-options.ts'
export type { EventCallbacks } from './event-callbacks.ts'

/** How `onRedirectTo` is asked to move. */
export interface RedirectOptions {
  /** Load the page again instead of moving inside the host's router. */
  refresh?: boolean
  /** Replace the history entry. */
  replace?: boolean
  /** Keep the current query. */
  preserveQueryParams?: boolean
}

/**
 * Everything `init` takes. A configuration written for the contract's option tree is accepted as it is;
 * what has no effect in this release is named in one warning. A value of another type is refused by an `OptionsError`
 * that names it.
 *
 * @example fe.init({ contextOptions: { baseUrl: 'https://auth.example.com', clientId: '2d5d…' } })
 */
export interface InitOptions {
  /**
   * Where the API is and how it is called. Required outside preview mode.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl: 'https://auth.example.com' } })
   */
  contextOptions?: ContextOptions
  /**
   * Behaviour of sign-in and its routes.
   *
   * @default {}
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { routes: { loginUrl: '/enter' } } })
   */
  authOptions?: AuthOptions
  /**
   * Accepted without effect.
   *
   * @default {}
   * @example fe.init({ contextOptions: { baseUrl }, auditsOptions: { virtualScroll: true } })
   */
  auditsOptions?: Record<string, unknown>
  /**
   * Behaviour of the subscription page. `cardScriptUrl` is the URL of the payment provider's script, an https URL; it is
   * requested only when a card form is opened. A Content Security Policy then needs `frame-src https://js.stripe.com
   * https://*.js.stripe.com https://hooks.stripe.com` and `connect-src https://api.stripe.com`; the script itself carries
   * the page's nonce, or needs `script-src https://js.stripe.com`. `billingAddressCollection` is accepted without effect.
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
   * Colors, fonts, logo and styles of parts. Lengths are numbers in px or CSS text. `mode` sets the color scheme: `page`
   * follows the page's computed `color-scheme`, `system` the operating system, `light` and `dark` are fixed. Selector
   * maps, functions and custom styles are ignored, with one warning that names them.
   *
   * @default the theme `modern` with `mode: 'page'`
   * @example fe.init({ contextOptions: { baseUrl }, themeOptions: { loginBox: { boxStyle: { borderRadius: 4 } } } })
   */
  themeOptions?: ThemeOptions
  /**
   * Language of all texts, dates and numbers: a BCP 47 tag such as `de` or `pt-BR`. Texts that `localizations` lacks in it
   * are shown in English.
   *
   * @default the language of the page (`<html lang>`), else English
   * @example fe.init({ contextOptions: { baseUrl }, language: 'de', localizations: { de: { loginBox: {} } } })
   */
  language?: string
  /**
   * Texts by language, laid over the built-in ones and those of the API. Always shown as text, never as markup.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, localizations: { en: { loginBox: { login: { title: 'Welcome' } } } } })
   */
  localizations?: Record<string, unknown>
  /**
   * Admin-box configuration; given, even empty, it replaces the request for it.
   *
   * @default fetched
   * @example fe.init({ contextOptions: { baseUrl }, metadata: { navigation: { users: { visibility: 'always' } } } })
   */
  metadata?: Record<string, unknown>
  /**
   * Loads the user's features and plans with the session, and allows questions about them.
   *
   * @default { enabled: false }
   * @example fe.init({ contextOptions: { baseUrl }, entitlementsOptions: { enabled: true } })
   */
  entitlementsOptions?: { enabled?: boolean }
  /**
   * Lets `<fe-gate explain>` show why it is open or closed on other hosts than localhost. Not for production: the panel
   * shows rules and the user's attributes.
   *
   * @default false; on localhost it always may
   * @example fe.init({ contextOptions: { baseUrl }, explain: location.hostname.endsWith('.staging.example.com') })
   */
  explain?: boolean
  /**
   * Redirect-based login instead of the embedded box: OAuth 2.0 authorization code with PKCE. The login route leaves for
   * the provider's page, `hostedLoginRedirectUrl` receives its response.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl, clientId }, hostedLoginBox: true })
   */
  hostedLoginBox?: boolean
  /**
   * The host draws its own login: no box is added to the page, and tokens of links stay in the URL for the host to read.
   * Otherwise they leave the URL of the auth routes during `init`.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, customLoginBox: true })
   */
  customLoginBox?: boolean
  /**
   * Called when start-up begins and ends, beside the body class `frontegg-loading`.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, customLoader: (loading) => console.log(loading) })
   */
  customLoader?: boolean | ((loading: boolean) => void)
  /**
   * Accepted without effect: raw CSS is never put into the page. Use `--fe-*` properties and `::part()`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, customStyles: '' })
   */
  customStyles?: string
  /**
   * Base path of the host application; stripped from the page's path before routes are compared.
   *
   * @default ''
   * @example fe.init({ contextOptions: { baseUrl }, basename: '/shop' })
   */
  basename?: string
  /**
   * Where the current route is read from: the path, or the text after `#`. Without it the box uses hash routes where the
   * page was opened at one, or its server responds 404 to the path of a route; a host with `onRedirectTo` has paths.
   *
   * @default 'path'
   * @example fe.init({ contextOptions: { baseUrl }, urlStrategy: 'hash' })
   */
  urlStrategy?: 'path' | 'hash'
  /**
   * Accepted without effect: the loader takes everything from its own folder.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, cdnUrl: 'https://cdn.example.com' })
   */
  cdnUrl?: string
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, guidesCdnUrl: 'https://cdn.example.com' })
   */
  guidesCdnUrl?: string
  /**
   * Accepted without effect.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, tracing: false })
   */
  tracing?: boolean
  /**
   * Sample data instead of an API: no request leaves the page, every response takes 500 ms.
   *
   * @default false
   * @example fe.init({ previewMode: true })
   */
  previewMode?: boolean
  /**
   * Preview for a user who designs the screens: no one is signed in.
   *
   * @default false
   * @example fe.init({ builderMode: true })
   */
  builderMode?: boolean
  /**
   * Moves the host's router. `path` is a path inside the page's origin, or a whole URL with `refresh`.
   *
   * @default a full page load
   * @example fe.init({ contextOptions: { baseUrl }, onRedirectTo: (path, { replace }) => router.go(path, { replace }) })
   */
  onRedirectTo?: (path: string, options: RedirectOptions) => void
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, store: undefined })
   */
  store?: unknown
  /**
   * What the host is written in; `nextjs` leaves the body class and the first refresh to the server.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, framework: 'vuejs' })
   */
  framework?: 'nextjs' | 'react' | 'angular' | 'vuejs' | 'flutter' | 'ios' | 'android' | 'vanillajs'
  /**
   * Origins of the pages that may show this one in a frame. In the frame of any other page, login box, portal and checkout
   * take no input, since a page of a stranger could guide the clicks of its visitors. The page's own origin is always
   * allowed, `'*'` allows all; preview mode is never refused. The response header
   * `Content-Security-Policy: frame-ancestors 'self'` keeps the whole page out of frames.
   *
   * @default []
   * @example fe.init({ contextOptions: { baseUrl }, allowedFrameAncestors: ['https://partner.example.com'] })
   */
  allowedFrameAncestors?: string[]
  /**
   * Accepted without effect: the portal is always loaded late.
   *
   * @default true
   * @example fe.init({ contextOptions: { baseUrl }, lazyLoadAdminPortal: true })
   */
  lazyLoadAdminPortal?: boolean
  /**
   * Laid over the fetched flags, `on` or `off`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, overrideFeatureFlags: { 'new-mfa-pages': 'on' } })
   */
  overrideFeatureFlags?: Record<string, 'on' | 'off'>
  /**
   * After signing in the user is led to `routes.openAppUrl`, where they choose between the host's app and this
   * browser. The app's URL is the first entry of `authOptions.allowedRedirectOrigins` with a scheme of its own.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, enableOpenAppRoute: true, authOptions: { allowedRedirectOrigins: ['com.acme.app://in'] } })
   */
  enableOpenAppRoute?: boolean
  /**
   * Accepted without effect.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, iframeRendering: false })
   */
  iframeRendering?: boolean
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, withCompanyName: true })
   */
  withCompanyName?: boolean
  /**
   * Accepted without effect; use `themeOptions.loginBox.rootStyle`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, backgroundImage: '' })
   */
  backgroundImage?: string
  /**
   * Accepted without effect; use `themeOptions.loginBox.logo.image`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, headerImage: '/logo.png' })
   */
  headerImage?: string
}
