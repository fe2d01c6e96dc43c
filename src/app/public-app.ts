import type { Tenant } from '../entities/auth.ts'
import type { HostedWish, SessionSnapshot, SessionUser } from '../feature/ports.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { routeHref } from '../navigation/auth-route.ts'
import type { PortalPageName } from '../navigation/portal-page-name.ts'
import { findProviderLogout, mayLogOutAtProvider } from '../parts/federation/find-provider-logout.ts'
import { isSteppedUp, MULTI_FACTOR_ACR, type StepUpClaims } from '../rules/step-up.ts'
import { type Impersonator, impersonatorOf } from '../session/token.ts'
import type { App } from './app.ts'
import type { CheckoutOptions } from './checkout-options.ts'
import { type EntitlementMethods, entitlementMethods } from './entitlements/public.ts'
import type { Headless } from './headless/headless.ts'
import type { ThemeOptions } from './theme-options.ts'

/** Public state of an app. */
export interface PublicState {
  /** Whether it is not yet known if a user is signed in. */
  isLoading: boolean
  isAuthenticated: boolean
  /** Claims of the token, and the profile; `undefined` when no user is signed in. */
  user: SessionUser | undefined
  /** Tenants that the user is a member of. */
  tenants: readonly Tenant[]
  activeTenant: Tenant | undefined
  /**
   * The user who signed in as `user`: show them, with a way to stop. `undefined` unless the user is being impersonated.
   */
  impersonator: Impersonator | undefined
}

/** Options of `isSteppedUp` and `stepUp`. */
export interface StepUpOptions {
  /** Maximum age of the second factor, in seconds. @default any time in this session */
  maxAge?: number
}

/** Options of redirect login. */
export interface LoginWithRedirectOptions extends Omit<HostedWish, 'returnTo'> {
  /** URL to redirect to afterwards, on the page's own origin or one of `allowedRedirectOrigins`. @default this page */
  redirectUrl?: string
}

/** Result of `init`: the app for one name and base URL. */
export interface FeApp extends EntitlementMethods {
  /**
   * Normalized name of the app: `My App` and `my-app` are `myapp`.
   *
   * @example document.querySelector('fe-login-box')?.setAttribute('app', app.name)
   */
  readonly name: string
  /**
   * Resolves when start-up is complete, whether its calls succeeded or failed; never rejects.
   *
   * @example await app.ready()
   */
  ready(): Promise<void>
  /**
   * Returns the current public state.
   *
   * @example if (app.getState().isAuthenticated) console.log(app.getState().user?.email)
   */
  getState(): PublicState
  /**
   * Calls `listener` after every change of `getState()`. Returns a function that unsubscribes. The listener is not
   * called for the current state: read `getState()` first, because a component that mounts again finds the user already
   * signed in.
   *
   * @example const stop = app.subscribe(({ user }) => console.log(user?.email)); stop()
   */
  subscribe(listener: (state: PublicState) => void): () => void
  /**
   * Returns a valid access token for the host's own calls; `undefined` when no user is signed in.
   *
   * @throws NetworkError or TimeoutError when a needed refresh cannot reach the API; the session stays
   * @example await fetch('/reports', { headers: { Authorization: `Bearer ${await app.getAccessToken()}` } })
   */
  getAccessToken(): Promise<string | undefined>
  /**
   * Redirects to the login page and back here afterwards; with `hostedLoginBox`, same as `loginWithRedirect()`.
   *
   * @example document.querySelector('button')?.addEventListener('click', () => app.login())
   */
  login(): void
  /**
   * Starts redirect-based login: signs in silently if the provider knows this browser, and otherwise redirects to its
   * page (OAuth 2.0 authorization code with PKCE). Resolves only after a silent sign-in.
   *
   * @throws OptionsError without `hostedLoginBox`
   * @throws Error when the page has no secure context, which PKCE needs
   * @example await app.loginWithRedirect({ prompt: 'login', redirectUrl: '/reports' })
   */
  loginWithRedirect(options?: LoginWithRedirectOptions): Promise<void>
  /**
   * Signs out here and at the API; local state is removed even if the API does not respond. Never rejects. A listener
   * of `fe-before-sign-out` can cancel it. With `hostedLoginBox`, the page redirects to the provider's logout, which
   * redirects to `redirectUrl`, a URL registered there. @default the application's start page
   *
   * The page also redirects to the identity provider's logout if the user signed in through a connection that has a
   * logout URL, unless `authOptions.singleLogout` is `false`. Don't navigate before the promise resolves: the session
   * at the identity provider would remain.
   *
   * @example await app.logout()
   */
  logout(redirectUrl?: string): Promise<void>
  /**
   * Returns whether the session has a sign-in with several factors that is at most `maxAge` seconds old. The API must
   * check again.
   *
   * @example if (!app.isSteppedUp({ maxAge: 300 })) app.stepUp({ maxAge: 300 })
   */
  isSteppedUp(options?: StepUpOptions): boolean
  /**
   * Redirects to the step-up page and back here afterwards. A listener of `fe-before-step-up` can cancel it.
   *
   * @example app.stepUp({ maxAge: 300 })
   */
  stepUp(options?: StepUpOptions): void
  /**
   * Loads what a host needs for its own screens: the sign-in calls, what start-up loaded, and redirects. The code is
   * loaded by the first call.
   *
   * @throws TypeError when its code cannot be loaded; the next call tries again
   * @example const { calls } = await app.headless(); await calls.password.forgotPassword({ body: { email: 'ada@acme.test' } })
   */
  headless(): Promise<Headless>
  /**
   * Makes another tenant the active one, in every tab unless `enableSessionPerTenant` is set.
   *
   * @throws HttpError when this user is not a member of the tenant
   * @example await app.switchTenant(app.getState().tenants[0]?.tenantId ?? '')
   */
  switchTenant(tenantId: string): Promise<void>
  /**
   * Opens `<fe-admin-portal>`, adding one if the page has none.
   *
   * @param page Slug or ID, such as `users` or `apiTokens`. @default the first page the user may see
   * @example app.showAdminPortal('users')
   */
  showAdminPortal(page?: PortalPageName): void
  /**
   * Closes the portal that `showAdminPortal` opened and restores the URL's hash.
   *
   * @example app.hideAdminPortal()
   */
  hideAdminPortal(): void
  /**
   * Opens `<fe-checkout>` over the page, adding one if the page has none. Resolves when it is open.
   *
   * @param options `planId`, and callbacks for when the plan was bought, buying failed, or the dialog was closed
   * @throws TypeError when its code cannot be loaded; the next call tries again
   * @example await app.showCheckout({ planId: 'growth', onSuccess: () => location.reload() })
   */
  showCheckout(options: CheckoutOptions): Promise<void>
  /**
   * Closes the checkout that `showCheckout` opened.
   *
   * @example app.hideCheckout()
   */
  hideCheckout(): void
  /**
   * Replaces the theme options at run time; `{}` restores the default theme.
   *
   * @example app.setTheme({ palette: { primary: { main: '#0a7' } } })
   */
  setTheme(themeOptions: ThemeOptions): void
  /**
   * Removes the elements that `init` added and everything that the app holds: listeners, timers and channels.
   *
   * @example app.unmount()
   */
  unmount(): void
}

interface Shown extends Pick<FeApp, 'showAdminPortal' | 'hideAdminPortal' | 'showCheckout' | 'hideCheckout'> {
  unmount(): void
}

const toPublic = (session: SessionSnapshot): PublicState => ({
  isLoading: session.status === 'loading',
  isAuthenticated: session.status === 'signed-in',
  user: session.user,
  tenants: session.tenants,
  activeTenant: session.activeTenant,
  impersonator: impersonatorOf(session.user),
})

const loginWithRedirect = async (app: App, { redirectUrl, ...wish }: LoginWithRedirectOptions): Promise<void> => {
  const here = app.navigator.location()
  const returnTo = redirectUrl ?? here.pathname + here.search + here.hash
  await (await app.hosted()).login({ ...wish, returnTo })
}

/** Redirects to the login page. `returnTo` is a path with query and fragment on this site. @default this page */
export const login = (app: App, returnTo?: string): void => {
  const { navigator, store } = app
  const { settings } = store.getState()
  if (settings.hosted) {
    const reportFailure = (error: unknown) => app.log.error('The sign-in page could not be reached', error)
    loginWithRedirect(app, { ...(returnTo && { redirectUrl: returnTo }) }).catch(reportFailure)
    return
  }
  const here = navigator.location()
  const target = new URL(routeHref(settings.routes.loginUrl, settings), here)
  target.searchParams.set('redirectUrl', returnTo ?? here.pathname + here.search + here.hash)
  navigator.go(target.href)
}

const providerLogoutOf = async (app: App): Promise<string | undefined> => {
  const { runtime, dispose } = app.createRuntime({ target: document, source: 'login-box' })
  try {
    return await findProviderLogout(runtime.deps)
  } finally {
    dispose()
  }
}

/** Ends the session in every tab and at the API, then at the identity provider if that is configured. */
const signOut = async (app: App, redirectUrl?: string): Promise<void> => {
  const { session, store, navigator } = app
  const settings = () => store.getState().settings
  const finding = mayLogOutAtProvider({ session, settings }) ? providerLogoutOf(app) : undefined
  await session.logout(redirectUrl, finding)
  const providerUrl = await finding
  if (providerUrl) navigator.go(providerUrl)
}

const importHeadless = () => import('./headless/headless.ts')

export const lazyHeadless = (app: App, load = importHeadless): (() => Promise<Headless>) =>
  lazy(async () => (await loadChunk(load, { clock: app.clock })).createHeadless(app))

export const createPublicApp = (app: App, shown: Shown): FeApp => ({
  ...shown,
  name: app.name,
  ...entitlementMethods(app),
  ready: () => app.ready,
  getState: () => toPublic(app.store.getState().session),
  subscribe(listener) {
    let last = app.store.getState().session
    return app.store.subscribe((state) => {
      if (state.session === last) return
      last = state.session
      listener(toPublic(last))
    })
  },
  getAccessToken: () => app.session.getToken(),
  login: () => login(app),
  loginWithRedirect: (options = {}) => loginWithRedirect(app, options),
  async logout(redirectUrl) {
    if (app.events.before('sign-out', {})) await signOut(app, redirectUrl)
  },
  isSteppedUp: ({ maxAge } = {}) =>
    // Claims of the token come from outside, so the rule does not rely on their types.
    isSteppedUp(app.store.getState().session.user as StepUpClaims | undefined, app.clock.now() / 1_000, maxAge),
  stepUp: ({ maxAge } = {}) => app.session.stepUpRequired({ maxAge, acrValues: MULTI_FACTOR_ACR }),
  headless: lazyHeadless(app),
  switchTenant: (tenantId) => app.session.switchTenant(tenantId),
  setTheme: (themeOptions) => app.setTheme(themeOptions),
  unmount() {
    shown.unmount()
    app.dispose()
  },
})
