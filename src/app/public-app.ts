import type { Tenant } from '../entities/auth.ts'
import type { SessionSnapshot, SessionUser } from '../feature/slice.ts'
import { routeHref } from '../navigation/auth-route.ts'
import type { App } from './app.ts'

/** What a host sees of an app. */
export interface PublicState {
  isLoading: boolean
  isAuthenticated: boolean
  user: SessionUser | undefined
  tenants: readonly Tenant[]
  activeTenant: Tenant | undefined
}

/** What `init` returns. */
export interface FeApp {
  /** Normalised: `My App` and `my-app` are `myapp`. */
  readonly name: string
  /** Resolves when start-up is over, however its calls ended. */
  ready(): Promise<void>
  /** Who is signed in, now. */
  getState(): PublicState
  /** Calls `listener` after every change of `getState()`; the answer stops it. */
  subscribe(listener: (state: PublicState) => void): () => void
  /** A fresh access token for calls of the host's own, or `undefined` when nobody is signed in. */
  getAccessToken(): Promise<string | undefined>
  /** Leads to the login page and back here afterwards. */
  login(): void
  /** Signs out here and at the API; local state is gone even if the API does not answer. */
  logout(): Promise<void>
  /** @throws HttpError when this person is no member of the tenant */
  switchTenant(tenantId: string): Promise<void>
  /** Opens `<fe-admin-portal>`, adding one when the page has none. @param page slug, such as `users` */
  showAdminPortal(page?: string): void
  hideAdminPortal(): void
  /** Replaces the theme options while running. */
  setTheme(themeOptions: Record<string, unknown>): void
  /** Removes the elements `init` added and everything the app holds: listeners, timers, channels. */
  unmount(): void
}

interface Shown {
  showAdminPortal(page?: string): void
  hideAdminPortal(): void
  unmount(): void
}

const toPublic = (session: SessionSnapshot): PublicState => ({
  isLoading: session.status === 'loading',
  isAuthenticated: session.status === 'signed-in',
  user: session.user,
  tenants: session.tenants,
  activeTenant: session.activeTenant,
})

const login = ({ navigator, store }: App): void => {
  const { settings } = store.getState()
  const here = navigator.location()
  const target = new URL(routeHref(settings.routes.loginUrl, settings), here)
  target.searchParams.set('redirectUrl', here.pathname + here.search + here.hash)
  navigator.go(target.href)
}

export const createPublicApp = (app: App, shown: Shown): FeApp => ({
  name: app.name,
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
  async logout() {
    if (app.events.before('sign-out', {})) await app.session.logout()
  },
  switchTenant: (tenantId) => app.session.switchTenant(tenantId),
  showAdminPortal: (page) => shown.showAdminPortal(page),
  hideAdminPortal: () => shown.hideAdminPortal(),
  setTheme: (themeOptions) => app.setTheme(themeOptions),
  unmount() {
    shown.unmount()
    app.dispose()
  },
})
