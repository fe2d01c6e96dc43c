import type { FeatureDeps } from '../../feature/slice.ts'
import { authRouteOf, routeHref } from '../../navigation/auth-route.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { keepFlow, type PendingFlow } from '../../rules/pending-flows.ts'
import { safeTarget } from '../after-login/after-login.ts'

type Deps = Pick<FeatureDeps, 'navigator' | 'settings' | 'local' | 'clock' | 'log'>

/** A callback on this page's origin: never in a fragment, which no provider sends back. */
export const callbackUri = ({ navigator, settings }: Deps, route: keyof AuthRoutes): string => {
  const path = routeHref(settings().routes[route] ?? '/', { ...settings(), urlStrategy: 'path' })
  return navigator.location().origin + path
}

/** Notes a flow that is about to leave, and where the user was going. */
export const noteLeaving = (deps: Deps, flow: PendingFlow): void => {
  const page = deps.navigator.location()
  const query = pageQuery(deps)
  // OpenID Connect Core 4: an identity provider that starts the sign-in names the target by its own word.
  const asked = query.get('redirectUrl') ?? query.get('target_link_uri')
  // A box that a page placed itself leads back to that page.
  const here = authRouteOf(page, deps.settings()) === undefined ? page.href : undefined
  const returnTo = safeTarget(deps, asked ?? here)?.href
  keepFlow(deps.local, { ...flow, ...(returnTo && { returnTo }) }, deps.clock.now())
}
