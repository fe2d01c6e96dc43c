import type { FeatureDeps } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { authRouteOf, routeHref, routeQuery } from '../../navigation/auth-route.ts'
import { blockedRoutes } from '../../navigation/blocked-routes.ts'
import { safeRedirectUrl } from '../../rules/redirect-url.ts'

/** Seed 000 §9. */
const NAVIGATION_DELAY_MS = 200
/** Contract notes c.6. */
const STORED_REDIRECT = 'FRONTEGG_AFTER_AUTH_REDIRECT_URL'

type Deps = Pick<FeatureDeps, 'navigator' | 'settings' | 'local' | 'log'>

/** Where a signed-in person goes: `redirectUrl`, else the stored address, else `authenticatedUrl` (flows §12). */
export const afterLoginTarget = ({ navigator, settings: read, local, log }: Deps): string => {
  const settings = read()
  const pageUrl = navigator.location()
  const query = routeQuery(pageUrl, settings)
  const rules = {
    pageUrl,
    allowedOrigins: settings.redirect?.allowedOrigins,
    blockedPaths: blockedRoutes(settings.routes, settings.basename),
  }
  const wanted = query.get('redirectUrl')
  const asked = safeRedirectUrl(wanted, rules)
  if (asked) return asked.href
  if (wanted) log.warn('redirectUrl is not an address this page may lead to; authenticatedUrl is used instead')
  const stored = safeRedirectUrl(local.get(STORED_REDIRECT), rules)
  if (stored) return stored.href
  // A box that a page placed itself leaves the person on that page.
  if (authRouteOf(pageUrl, settings) === undefined) return pageUrl.href
  const home = new URL(routeHref(settings.routes.authenticatedUrl, settings), pageUrl)
  if (settings.redirect?.includeQuery) for (const [key, value] of query) home.searchParams.append(key, value)
  return home.href
}

/** Leaves for the target after the moment that lets the page show what happened. */
export const goAfterLogin = async (deps: Deps & Pick<FeatureDeps, 'clock'>): Promise<void> => {
  const target = afterLoginTarget(deps)
  deps.local.remove(STORED_REDIRECT)
  // Already there: going again would take back what the person opened in the meantime, such as the portal.
  if (target === deps.navigator.location().href) return
  await wait(deps.clock, NAVIGATION_DELAY_MS)
  deps.navigator.go(target)
}
