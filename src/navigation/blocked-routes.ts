import type { AuthRoutes } from '../rules/auth-routes.ts'
import { isDestination } from './auth-route.ts'

const pathOf = (route: string): string => route.replace(/\?.*/, '').replace(/(.)\/+$/, '$1')

/** Returns routes to which a redirect after login would loop or log out again. */
export const blockedRoutes = (routes: AuthRoutes, basename = ''): readonly string[] =>
  Object.entries(routes)
    .filter(
      ([name, route]) =>
        route && name !== 'openAppUrl' && !isDestination(name as keyof AuthRoutes) && route !== routes.authenticatedUrl,
    )
    .flatMap(([, route]) => [pathOf(route), pathOf(basename + route)])
