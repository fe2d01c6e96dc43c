import { settings as settingsCalls } from '../contract/accounts.ts'
import { createClient } from '../contract/client.ts'
import type { PublicAccountSettings } from '../entities/tenants.ts'
import { withSettings } from '../feature/app-state.ts'
import type { AppSettings } from '../feature/settings.ts'
import { lazy } from '../kernel/lazy.ts'
import { blockedRoutes, routeQuery } from '../navigation/auth-route.ts'
import { STEP_UP_WANTED } from '../navigation/step-up-url.ts'
import { SHOULD_STEP_UP, storedTarget } from '../parts/after-login/stored-target.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'
import { safeRedirectUrl } from '../rules/redirect-url.ts'
import type { StartUpParts } from './app.ts'

type Urls = Pick<PublicAccountSettings, 'applicationUrl' | 'loginUrl'>
type HomeDeps = Parameters<NonNullable<AppSettings['customHome']>>[0]

const urlOf = (text: string | undefined): URL | undefined => {
  try {
    return text ? new URL(text) : undefined
  } catch {
    return undefined
  }
}

const pathOf = (route: string): string => route.split('?')[0] ?? ''

/** Adds the application URL's query to the login page's URL, so that it survives the sign-in. */
const withQuery = (route: string, applicationUrl: URL | undefined): string => {
  const query = applicationUrl?.search.slice(1)
  return query ? `${route}${route.includes('?') ? '&' : '?'}${query}` : route
}

/**
 * Returns the account's own login page, unless it is this app's login route or on an origin that this app doesn't
 * allow.
 */
const ownLoginUrl = ({ loginUrl }: Urls, settings: AppSettings, routes: AuthRoutes): string | undefined => {
  const allowedOrigins = settings.redirect?.allowedOrigins
  const url = safeRedirectUrl(loginUrl, { pageUrl: new URL(window.location.href), allowedOrigins })
  return url && url.pathname !== settings.basename + pathOf(routes.loginUrl) ? url.href : undefined
}

/** Returns path and query only, so that the account's settings can't redirect its users to another site. */
const homeIn = ({ applicationUrl }: Urls, { navigator, settings: read }: HomeDeps): string | undefined => {
  const url = urlOf(applicationUrl)
  const { routes, basename } = read()
  const rules = { pageUrl: navigator.location(), blockedPaths: blockedRoutes(routes, basename) }
  return url && safeRedirectUrl(url.pathname + url.search, rules)?.href
}

/** Returns whether a step-up that went through the sign-in should continue where it started. */
const isReturning = (deps: HomeDeps): boolean => {
  const { navigator, local, settings } = deps
  const isStepUp =
    local.get(SHOULD_STEP_UP) === 'true' || routeQuery(navigator.location(), settings()).get(STEP_UP_WANTED) === 'true'
  return isStepUp && (storedTarget(deps) ?? '').startsWith('/')
}

/**
 * Supports accounts with a login of their own. Their settings are loaded by the alias that `tenantResolver` returns, or
 * else, after the sign-in, for the active account.
 */
export const loadCustomLogin = async ({ send, options, store, log, signal }: StartUpParts): Promise<void> => {
  const api = createClient(send, { settings: settingsCalls }).settings
  const byAlias = lazy(async (): Promise<Urls | undefined> => {
    const { tenant } = (await options.contextOptions?.tenantResolver?.()) ?? {}
    return tenant ? api.getPublicAccountSettings({}, { signal }) : undefined
  })
  const ofActive = async ({ session }: HomeDeps): Promise<Urls | undefined> => {
    const { activeTenant } = session.current()
    if (!activeTenant?.hasCustomLogin) return undefined
    return activeTenant.applicationUrl ? activeTenant : api.getAccountSettings({}, { signal })
  }
  const customHome = async (deps: HomeDeps): Promise<string | undefined> => {
    if (isReturning(deps)) return undefined
    try {
      const urls = (await byAlias()) ?? (await ofActive(deps))
      return urls && homeIn(urls, deps)
    } catch (error) {
      log.warn('Loading the account settings failed; authenticatedUrl is used', error)
      return undefined
    }
  }
  store.setState(withSettings({ customHome }))
  const urls = await byAlias()
  if (!urls || signal.aborted) return
  const { settings } = store.getState()
  const routes = { ...settings.routes, loginUrl: withQuery(settings.routes.loginUrl, urlOf(urls.applicationUrl)) }
  store.setState(withSettings({ routes, customLoginUrl: ownLoginUrl(urls, settings, routes) }))
}
