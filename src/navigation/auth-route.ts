import type { AppSettings } from '../feature/settings.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'

export type RouteSettings = Pick<AppSettings, 'routes' | 'basename' | 'urlStrategy'>

/** Treats `/account/login/` and `/account/login` as one route. */
const trimmed = (path: string): string => path.replace(/\/+$/, '') || '/'

const withoutBase = (path: string, basename: string): string | undefined => {
  const base = trimmed(`/${basename.replace(/^\/+/, '')}`)
  if (base === '/') return path
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined
}

/** Returns the path of the current route: the page's path, or the text between `#` and `?`. */
export const routePath = (location: URL, { basename, urlStrategy }: RouteSettings): string | undefined => {
  if (urlStrategy === 'hash') return trimmed(location.hash.replace(/^#/, '').split('?')[0] || '/')
  const path = withoutBase(location.pathname, basename)
  return path === undefined ? undefined : trimmed(path)
}

const isSame = (path: string | undefined, route: string | undefined): boolean => {
  if (!route) return false
  return path === trimmed(route.split(/[?#]/)[0] || '/')
}

/** Providers redirect to a path, never to a fragment. */
const CALLBACKS = ['oidcRedirectUrl', 'samlCallbackUrl', 'socialLoginCallbackUrl'] as const

/** Returns the auth route of the page. A URL used for two routes counts as a screen rather than a destination. */
export const authRouteOf = (location: URL, settings: RouteSettings): keyof AuthRoutes | undefined => {
  const { urlStrategy, basename, routes } = settings
  const isPlain = urlStrategy === 'hash' && !location.hash
  const path = routePath(location, settings)
  const back = isPlain && CALLBACKS.find((name) => isSame(withoutBase(location.pathname, basename), routes[name]))
  if (back) return back
  const names = Object.keys(settings.routes) as (keyof AuthRoutes)[]
  const found = names.filter((name) => isSame(path, settings.routes[name]))
  return found.find((name) => !isDestination(name)) ?? found[0]
}

/** Returns whether the route hides the login box. */
export const isDestination = (route: keyof AuthRoutes | undefined): boolean =>
  route === 'authenticatedUrl' || /signupsuccessurl$/i.test(route ?? '')

/** Returns the query of the current route; with the hash strategy it may be inside the fragment. */
export const routeQuery = (location: URL, { urlStrategy }: RouteSettings): URLSearchParams => {
  const query = new URLSearchParams(location.search)
  if (urlStrategy !== 'hash') return query
  // A value may contain a question mark, such as a return URL.
  const [, ...rest] = location.hash.split('?')
  for (const [key, value] of new URLSearchParams(rest.join('?'))) query.set(key, value)
  return query
}

/** Returns the URL of an auth route, such as `/base/account/login` or `#/account/login`. */
export const routeHref = (route: string, { basename, urlStrategy }: RouteSettings): string => {
  if (urlStrategy === 'hash') return `#${route}`
  const base = basename.replace(/^\/+|\/+$/g, '')
  return base ? `/${base}${route}` : route
}

const pathOf = (route: string): string => route.replace(/\?.*/, '').replace(/(.)\/+$/, '$1')

/** Returns routes to which a redirect after login would loop or log out again. */
export const blockedRoutes = (routes: AuthRoutes, basename = ''): readonly string[] =>
  Object.entries(routes)
    .filter(
      ([name, route]) =>
        route && name !== 'openAppUrl' && !isDestination(name as keyof AuthRoutes) && route !== routes.authenticatedUrl,
    )
    .flatMap(([, route]) => [pathOf(route), pathOf(basename + route)])
