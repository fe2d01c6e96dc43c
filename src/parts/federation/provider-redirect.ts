import type { FeatureDeps } from '../../feature/slice.ts'
import { authRouteOf, routeHref } from '../../navigation/auth-route.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { keepFlow, type PendingFlow } from '../../rules/pending-flows.ts'
import { safeTarget } from '../after-login/after-login.ts'

type Deps = Pick<FeatureDeps, 'navigator' | 'settings' | 'local' | 'clock' | 'log'>

/** Returns a callback URL on this page's origin. It never uses a fragment, which no provider sends back. */
export const callbackUri = ({ navigator, settings }: Deps, route: keyof AuthRoutes): string => {
  const path = routeHref(settings().routes[route] ?? '/', { ...settings(), urlStrategy: 'path' })
  return navigator.location().origin + path
}

/** Stores a flow that is about to redirect, and the page the user wanted. */
export const noteLeaving = (deps: Deps, flow: PendingFlow): void => {
  const page = deps.navigator.location()
  const query = pageQuery(deps)
  // OpenID Connect Core 4: an identity provider that starts the sign-in uses its own parameter name for the target.
  const given = query.get('redirectUrl') ?? query.get('target_link_uri')
  // A box that the page itself placed returns to that page.
  const here = authRouteOf(page, deps.settings()) === undefined ? page.href : undefined
  const returnTo = safeTarget(deps, given ?? here)?.href
  keepFlow(deps.local, { ...flow, ...(returnTo && { returnTo }) }, deps.clock.now())
}
