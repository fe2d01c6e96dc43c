import type { Tenant } from '../entities/auth.ts'
import type { HostedWish } from '../feature/hosted-port.ts'
import type { SessionSnapshot, SessionUser } from '../feature/ports.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { routeHref } from '../navigation/auth-route.ts'
import type { PortalPageName } from '../navigation/portal-page-name.ts'
import { isSteppedUp, MULTI_FACTOR_ACR, type StepUpClaims } from '../rules/step-up.ts'
import { type Impersonator, impersonatorOf } from '../session/impersonator.ts'
import type { App } from './app.ts'
import type { CheckoutOptions } from './checkout-options.ts'
import { type EntitlementMethods, entitlementMethods } from './entitlements/public.ts'
import type { Headless } from './headless/headless.ts'
import { signOut } from './sign-out.ts'
import type { ThemeOptions } from './theme-options.ts'

/** What a host sees of an app. */
export interface PublicState {
  /** It is not known yet whether a user is signed in. */
  isLoading: boolean
  isAuthenticated: boolean
  /** Claims of the token and the profile; `undefined` when no one is signed in. */
  user: SessionUser | undefined
  /** The tenants the user is a member of. */
  tenants: readonly Tenant[]
  activeTenant: Tenant | undefined
  /** Who signed in as `user`: show it, with a way to stop. `undefined` while users act for themselves. */
  impersonator: Impersonator | undefined
}

/** Of `isSteppedUp` and `stepUp`. */
export interface StepUpOptions {
  /** Seconds since the second factor was proven. @default any time in this session */
  maxAge?: number
}

/** What a redirect login may ask for. */
export interface LoginWithRedirectOptions extends Omit<HostedWish, 'returnTo'> {
  /** Where to go afterwards; the page's own origin, or one of `allowedRedirectOrigins`. @default this page */
  redirectUrl?: string
}

/** What `init` returns: the app of one name and base URL. */
export interface FeApp extends EntitlementMethods {
  /**
   * Normalised: `My App` and `my-app` are `myapp`.
   *
   * @example document.querySelector('fe-login-box')?.setAttribute('app', app.name)
   */
  readonly name: string
  /**
   * Resolves when start-up is over, however its calls ended; it never rejects.
   *
   * @example await app.ready()
   */
  ready(): Promise<void>
  /**
   * Who is signed in, now.
   *
   * @example if (app.getState().isAuthenticated) console.log(app.getState().user?.email)
   */
  getState(): PublicState
  /**
   * Calls `listener` after every change of `getState()`; the returned function stops it. The present state is not a
   * change: read `getState()` first, since a component that is mounted again finds the user signed in.
   *
   * @example const stop = app.subscribe(({ user }) => console.log(user?.email)); stop()
   */
  subscribe(listener: (state: PublicState) => void): () => void
  /**
   * A fresh access token for calls of the host's own, or `undefined` when no one is signed in.
   *
   * @throws NetworkError or TimeoutError when a needed refresh cannot reach the API; the session stays
   * @example await fetch('/reports', { headers: { Authorization: `Bearer ${await app.getAccessToken()}` } })
   */
  getAccessToken(): Promise<string | undefined>
  /**
   * Leads to the login page and back here afterwards; with `hostedLoginBox` the same as `loginWithRedirect()`.
   *
   * @example document.querySelector('button')?.addEventListener('click', () => app.login())
   */
  login(): void
  /**
   * Redirect-based login: signs in silently where the provider knows this browser, else leaves for its page (OAuth 2.0
   * authorization code with PKCE). Resolves only when a user was signed in silently.
   *
   * @throws OptionsError without `hostedLoginBox`
   * @throws Error when the page has no secure context, which PKCE needs
   * @example await app.loginWithRedirect({ prompt: 'login', redirectUrl: '/reports' })
   */
  loginWithRedirect(options?: LoginWithRedirectOptions): Promise<void>
  /**
   * Signs out here and at the API; local state is gone even if the API does not respond. Never rejects. A listener of
   * `fe-before-sign-out` can stop it. With `hostedLoginBox` the page leaves for the provider's logout, which leads to
   * `redirectUrl`: a URL registered there. @default the application's start page
   *
   * The page also leaves for the identity provider's logout if the user signed in through a connection that has a
   * logout URL, unless `authOptions.singleLogout` is `false`. Don't navigate before the promise resolves: the session at
   * the identity provider would stay.
   *
   * @example await app.logout()
   */
  logout(redirectUrl?: string): Promise<void>
  /**
   * Whether the session proves a sign-in by several factors, at most `maxAge` seconds ago. The API judges again.
   *
   * @example if (!app.isSteppedUp({ maxAge: 300 })) app.stepUp({ maxAge: 300 })
   */
  isSteppedUp(options?: StepUpOptions): boolean
  /**
   * Leads to the step-up page and back here afterwards. A listener of `fe-before-step-up` can stop it.
   *
   * @example app.stepUp({ maxAge: 300 })
   */
  stepUp(options?: StepUpOptions): void
  /**
   * What a host needs that draws its own screens: the calls around signing in, what start-up loaded, redirects. Its code
   * is loaded by the first call.
   *
   * @throws TypeError when its code cannot be loaded; the next call tries again
   * @example const { calls } = await app.headless(); await calls.password.forgotPassword({ body: { email: 'ada@acme.test' } })
   */
  headless(): Promise<Headless>
  /**
   * Makes another tenant the active one, in every tab unless `enableSessionPerTenant` is set.
   *
   * @throws HttpError when this user is no member of the tenant
   * @example await app.switchTenant(app.getState().tenants[0]?.tenantId ?? '')
   */
  switchTenant(tenantId: string): Promise<void>
  /**
   * Opens `<fe-admin-portal>`, adding one when the page has none.
   *
   * @param page slug or id, such as `users` or `apiTokens`. @default the first page the user may see
   * @example app.showAdminPortal('users')
   */
  showAdminPortal(page?: PortalPageName): void
  /**
   * Closes what `showAdminPortal` opened and restores the hash of the URL.
   *
   * @example app.hideAdminPortal()
   */
  hideAdminPortal(): void
  /**
   * Opens `<fe-checkout>` over the page, adding one when the page has none. Resolves when it is open.
   *
   * @param options `planId`, and what to call when it was bought, failed or was closed
   * @throws TypeError when its code cannot be loaded; the next call tries again
   * @example await app.showCheckout({ planId: 'growth', onSuccess: () => location.reload() })
   */
  showCheckout(options: CheckoutOptions): Promise<void>
  /**
   * Closes what `showCheckout` opened.
   *
   * @example app.hideCheckout()
   */
  hideCheckout(): void
  /**
   * Replaces the theme options while running; `{}` brings the standard theme back.
   *
   * @example app.setTheme({ palette: { primary: { main: '#0a7' } } })
   */
  setTheme(themeOptions: ThemeOptions): void
  /**
   * Removes the elements `init` added and everything the app holds: listeners, timers, channels.
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

/** `returnTo`: path, query and fragment of this site. @default this page */
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
    // Claims of the token come from outside; the rule takes nothing about their types for granted.
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
