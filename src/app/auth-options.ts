import type { AuthRoutes } from '../rules/auth-routes.ts'

/**
 * Behaviour of sign-in and its routes. A value of another type is refused by an `OptionsError` that
 * names it.
 */
export interface AuthOptions {
  /**
   * Paths of the auth screens, merged key by key over the defaults.
   *
   * @default DEFAULT_ROUTES: '/account/login', '/account/logout' …
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { routes: { authenticatedUrl: '/home' } } })
   */
  routes?: Partial<AuthRoutes>
  /**
   * Refresh in the background before the access token ends.
   *
   * @default true
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { keepSessionAlive: false } })
   */
  keepSessionAlive?: boolean
  /**
   * Without a `redirectUrl` the current query is kept on the way to `authenticatedUrl`.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { includeQueryParam: true } })
   */
  includeQueryParam?: boolean
  /**
   * With `hostedLoginBox`: sign-in redirects to the provider's page at once, without a silent attempt before. Embedded
   * login ignores it: its session is always requested at start-up.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, hostedLoginBox: true, authOptions: { disableSilentRefresh: true } })
   */
  disableSilentRefresh?: boolean
  /**
   * Embedded login starts signed out, without requesting the session. For an identity provider's own sign-in page, where
   * a user who has a session may be asked to sign in again (`prompt=login`). On any other page it signs users out with
   * every navigation.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { ignoreExistingSession: true } })
   */
  ignoreExistingSession?: boolean
  /**
   * Signing out, also by `app.logout()`, continues at the identity provider of a user who signed in through a
   * connection (SAML or OpenID Connect) that has a logout URL, and ends that session too. `false`: it ends here and at the API only, and the
   * page stays.
   *
   * @default true
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { singleLogout: false } })
   */
  singleLogout?: boolean
  /**
   * Each tab keeps its own tenant, in session storage.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { enableSessionPerTenant: true } })
   */
  enableSessionPerTenant?: boolean
  /**
   * Accepted for old configurations; other origins are always checked against `allowedRedirectOrigins`.
   *
   * @default true, whatever is given
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { enforceRedirectToSameSite: true } })
   */
  enforceRedirectToSameSite?: boolean
  /**
   * Origins besides the page's own that `redirectUrl` may name, exact.
   *
   * @default []
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { allowedRedirectOrigins: ['https://app.example.com'] } })
   */
  allowedRedirectOrigins?: string[]
  /**
   * URL of the captcha widget in use while the captcha policy asks for a check: reCAPTCHA v3, or one with the
   * same `grecaptcha.ready` and `grecaptcha.execute`; relative to the page. The site key is added as `render`.
   *
   * @default 'https://www.google.com/recaptcha/api.js'
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { captchaScriptUrl: 'https://captcha.example.com/api.js' } })
   */
  captchaScriptUrl?: string
  /**
   * Origins, exact, whose pages may report activity while a session has an idle timeout: the message
   * `FE_CLEAR_IDLE_TIMEOUT` that such a page posts to this window counts as activity of the user.
   *
   * @default []
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { clearIdleTimeoutAllowedOrigins: ['https://a.example.com'] } })
   */
  clearIdleTimeoutAllowedOrigins?: string[]
  /**
   * Hosted login: `loadUserOnFirstLoad` asks at the start of each page, without leaving it, who is signed in.
   *
   * @default { loadUserOnFirstLoad: false }
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { hostedLoginOptions: { loadUserOnFirstLoad: true } } })
   */
  hostedLoginOptions?: { loadUserOnFirstLoad?: boolean }
  /**
   * The same as the option of `init`, and wins over it.
   *
   * @default false
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { hostedLoginBox: true } })
   */
  hostedLoginBox?: boolean
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { header: undefined } })
   */
  header?: unknown
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { loaderComponent: undefined } })
   */
  loaderComponent?: unknown
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { user: undefined } })
   */
  user?: unknown
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { isLoading: true } })
   */
  isLoading?: unknown
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { isAuthenticated: false } })
   */
  isAuthenticated?: unknown
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { tenantsState: undefined } })
   */
  tenantsState?: unknown
  /**
   * Accepted without effect.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, authOptions: { onRedirectTo: undefined } })
   */
  onRedirectTo?: unknown
}
