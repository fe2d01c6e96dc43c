import type { AuthRoutes } from '../rules/auth-routes.ts'

/** Sign-in behavior and routes. A value of the wrong type throws an `OptionsError` that names it. */
export interface AuthOptions {
  /**
   * Paths of the auth screens, merged key by key over the defaults.
   *
   * @default DEFAULT_ROUTES: '/account/login', '/account/logout' …
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { routes: { authenticatedUrl: '/home' } } })
   */
  routes?: Partial<AuthRoutes>
  /**
   * Refreshes in the background before the access token expires.
   *
   * @default true
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { keepSessionAlive: false } })
   */
  keepSessionAlive?: boolean
  /**
   * Keeps the current query in the redirect to `authenticatedUrl` when there is no `redirectUrl`.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { includeQueryParam: true } })
   */
  includeQueryParam?: boolean
  /**
   * With `hostedLoginBox`, sign-in redirects to the provider's page at once, without a silent attempt first. Embedded
   * login ignores this option: it always requests its session at start-up.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, hostedLoginBox: true, authOptions: { disableSilentRefresh: true } })
   */
  disableSilentRefresh?: boolean
  /**
   * Starts embedded login signed out, without requesting the session. Use it on an identity provider's own sign-in
   * page, where a user with a session may be asked to sign in again (`prompt=login`). On any other page it signs users
   * out with every navigation.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { ignoreExistingSession: true } })
   */
  ignoreExistingSession?: boolean
  /**
   * Whether signing out, including with `app.logout()`, also ends the session at the identity provider if the user
   * signed in through a connection (SAML or OpenID Connect) that has a logout URL; the page then redirects there. With
   * `false`, sign-out ends the session here and at the API only, and the page stays.
   *
   * @default true
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { singleLogout: false } })
   */
  singleLogout?: boolean
  /**
   * Keeps a separate active tenant per tab, in session storage.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { enableSessionPerTenant: true } })
   */
  enableSessionPerTenant?: boolean
  /**
   * Accepted for old configurations; other origins are always checked against `allowedRedirectOrigins`.
   *
   * @default true, whatever the value
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { enforceRedirectToSameSite: true } })
   */
  enforceRedirectToSameSite?: boolean
  /**
   * Exact origins, besides the page's own, that `redirectUrl` may use.
   *
   * @default []
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { allowedRedirectOrigins: ['https://app.example.com'] } })
   */
  allowedRedirectOrigins?: string[]
  /**
   * URL of the captcha script, relative to the page, that is used while the captcha policy requires a check: reCAPTCHA
   * v3, or a widget with the same `grecaptcha.ready` and `grecaptcha.execute`. The site key is added as `render`.
   *
   * @default 'https://www.google.com/recaptcha/api.js'
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { captchaScriptUrl: 'https://captcha.example.com/api.js' } })
   */
  captchaScriptUrl?: string
  /**
   * Exact origins whose pages may report activity while a session has an idle timeout: a `FE_CLEAR_IDLE_TIMEOUT`
   * message that such a page posts to this window counts as user activity.
   *
   * @default []
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { clearIdleTimeoutAllowedOrigins: ['https://a.example.com'] } })
   */
  clearIdleTimeoutAllowedOrigins?: string[]
  /**
   * Options of hosted login. `loadUserOnFirstLoad` checks at the start of each page, without leaving it, whether a user
   * is signed in.
   *
   * @default { loadUserOnFirstLoad: false }
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { hostedLoginOptions: { loadUserOnFirstLoad: true } } })
   */
  hostedLoginOptions?: { loadUserOnFirstLoad?: boolean }
  /**
   * Same as the `hostedLoginBox` option of `init`, and takes precedence over it.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { hostedLoginBox: true } })
   */
  hostedLoginBox?: boolean
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { header: undefined } })
   */
  header?: unknown
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { loaderComponent: undefined } })
   */
  loaderComponent?: unknown
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { user: undefined } })
   */
  user?: unknown
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { isLoading: true } })
   */
  isLoading?: unknown
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { isAuthenticated: false } })
   */
  isAuthenticated?: unknown
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { tenantsState: undefined } })
   */
  tenantsState?: unknown
  /**
   * Accepted, but has no effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { onRedirectTo: undefined } })
   */
  onRedirectTo?: unknown
}
