import { type AppStore, withSettings } from '../feature/app-state.ts'
import { authRouteOf, isDestination, type RouteSettings, routeHref, routePath } from '../navigation/auth-route.ts'

/** Maximum time to wait for a server that doesn't respond; the navigation then shows the error. */
const MAX_CHECK_MS = 3_000

/**
 * Returns whether the page's fragment names a screen of the box, as on a server that has no pages for the auth routes.
 */
export const isHashRoute = (location: URL, settings: RouteSettings): boolean => {
  const route = authRouteOf(location, { ...settings, urlStrategy: 'hash' })
  return location.hash !== '' && route !== undefined && !isDestination(route)
}

const isMissing = async (url: URL, method: string): Promise<boolean> => {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { Accept: 'text/html' },
    signal: AbortSignal.timeout(MAX_CHECK_MS),
  })
  return response.status === 404
}

/** Tries GET after HEAD, because some development servers support their fallback only for GET. */
const isServed = async (url: URL): Promise<boolean> => {
  try {
    return !((await isMissing(url, 'HEAD')) && (await isMissing(url, 'GET')))
  } catch {
    return true
  }
}

/**
 * Returns whether the page may be a static file. Pages with nonces aren't, and their policy may block a request to
 * their own origin.
 */
const isStatic = (page: Window): boolean => !page.document.querySelector('[nonce]')

export interface ServedRoute {
  /** Returns whether this URL is a screen of the box for which the page's server may have no page. */
  isUnsure(target: URL): boolean
  /**
   * Returns `target`, or the same route in the fragment if the server has no page there. After that, all routes are
   * hash routes.
   */
  find(target: URL): Promise<URL>
}

export const createServedRoute = (store: AppStore, page: Window): ServedRoute => {
  const routes = () => store.getState().settings
  return {
    isUnsure(target) {
      const { origin, pathname } = page.location
      if (routes().urlStrategy === 'hash' || target.origin !== origin || target.pathname === pathname) return false
      const route = authRouteOf(target, routes())
      return route !== undefined && !isDestination(route) && isStatic(page)
    },
    async find(target) {
      if (await isServed(target)) return target
      const path = (routePath(target, routes()) ?? '/') + target.search
      store.setState(withSettings({ urlStrategy: 'hash', missingRoute: target.pathname }))
      return new URL(routeHref(path, routes()), page.location.href)
    },
  }
}
