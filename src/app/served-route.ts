import { type AppStore, withSettings } from '../feature/app-state.ts'
import { authRouteOf, isDestination, type RouteSettings, routeHref, routePath } from '../navigation/auth-route.ts'

/** A server that doesn't respond keeps no user waiting; the move then shows what is wrong. */
const MAX_CHECK_MS = 3_000

/** Whether the fragment of this page names a screen of the box, as on a server that has no pages for the auth routes. */
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

/** Some development servers have their fallback for GET only. */
const isServed = async (url: URL): Promise<boolean> => {
  try {
    return !((await isMissing(url, 'HEAD')) && (await isMissing(url, 'GET')))
  } catch {
    return true
  }
}

/** Pages with nonces aren't static files, and their policy may refuse a request to their own origin. */
const isStatic = (page: Window): boolean => !page.document.querySelector('[nonce]')

export interface ServedRoute {
  /** Whether the page's server may have no page at this URL, which leads to a screen of the box. */
  isUnsure(target: URL): boolean
  /** `target`, or the same route in the fragment if the server has no page there. From then on all routes are hash routes. */
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
