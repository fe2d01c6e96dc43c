import type { FeatureDeps } from '../../feature/slice.ts'
import { authRouteOf, routeHref, routePath, routeQuery } from '../../navigation/auth-route.ts'
import { blockedRoutes } from '../../navigation/blocked-routes.ts'
import { forgetLink, pageQuery } from '../../navigation/page-query.ts'
import { maxAgeOf, STEP_UP_WANTED, withStepUpQuery } from '../../navigation/step-up-url.ts'
import { safeRedirectUrl } from '../../rules/redirect-url.ts'
import { isSteppedUp, type StepUpClaims } from '../../rules/step-up.ts'
import { SHOULD_STEP_UP } from './step-up-marker.ts'
import { forgetTarget, storedTarget, storeTarget } from './stored-target.ts'

const NAVIGATION_DELAY_MS = 200

type JudgingDeps = Pick<FeatureDeps, 'navigator' | 'settings'>
type Deps = JudgingDeps & Pick<FeatureDeps, 'local' | 'log' | 'clock' | 'session'>

/** A URL that a user may be sent to after signing in, or `undefined`. */
export const safeTarget = (
  { navigator, settings: read }: JudgingDeps,
  wanted: string | null | undefined,
): URL | undefined => {
  const settings = read()
  const pageUrl = navigator.location()
  const blockedPaths = blockedRoutes(settings.routes, settings.basename)
  const url = safeRedirectUrl(wanted, { pageUrl, allowedOrigins: settings.redirect?.allowedOrigins, blockedPaths })
  if (!url || settings.urlStrategy !== 'hash' || url.origin !== pageUrl.origin) return url
  // With hash routing the route is in the fragment, which says nothing about the path.
  return blockedPaths.includes(routePath(url, settings) ?? '') ? undefined : url
}

/** Keeps `redirectUrl` for the page of a link that is emailed to this user, which may open in another tab. */
export const keepTarget = (deps: JudgingDeps & Pick<FeatureDeps, 'local' | 'clock'>, email: string): void => {
  const target = safeTarget(deps, pageQuery(deps).get('redirectUrl'))
  if (target) storeTarget(deps, target.href, email)
}

/** Where a signed-in user goes: `redirectUrl`, else the stored URL, else `authenticatedUrl`. */
export const afterLoginTarget = (deps: Deps): string => {
  const { navigator, log } = deps
  const settings = deps.settings()
  const pageUrl = navigator.location()
  const wanted = pageQuery(deps).get('redirectUrl')
  const asked = safeTarget(deps, wanted)
  if (asked) return asked.href
  if (wanted) log.warn('redirectUrl is not allowed; authenticatedUrl is used')
  const stored = safeTarget(deps, storedTarget(deps))
  if (stored) return stored.href
  const route = authRouteOf(pageUrl, settings)
  // A box that a page placed itself leaves the user on that page. With hash routing home has a URL without a fragment, too.
  if (route === undefined || (route === 'authenticatedUrl' && settings.urlStrategy === 'hash')) return pageUrl.href
  const home = new URL(routeHref(settings.routes.authenticatedUrl, settings), pageUrl)
  if (settings.redirect?.includeQuery)
    for (const [key, value] of routeQuery(pageUrl, settings)) home.searchParams.append(key, value)
  return home.href
}

/** With `enableOpenAppRoute` the user first chooses where to go on. */
const throughApp = ({ navigator, settings: read }: Deps, target: string): string => {
  const settings = read()
  const page = navigator.location()
  if (!settings.opensApp || authRouteOf(page, settings) === 'openAppUrl') return target
  const choice = new URL(routeHref(settings.routes.openAppUrl, settings), page)
  choice.searchParams.set('redirectUrl', target)
  return choice.href
}

/** Who signed in for a step-up and has not proven enough goes on to it. */
const stepUpTarget = ({ navigator, settings: read, local, session, clock }: Deps): string | undefined => {
  const settings = read()
  const here = navigator.location()
  const query = routeQuery(here, settings)
  const isWanted = local.get(SHOULD_STEP_UP) === 'true' || query.get(STEP_UP_WANTED) === 'true'
  local.remove(SHOULD_STEP_UP)
  if (!isWanted || !settings.routes.stepUpUrl) return undefined
  const isEnough = isSteppedUp(session.current().user as StepUpClaims | undefined, clock.now() / 1_000, maxAgeOf(query))
  return isEnough ? undefined : withStepUpQuery(settings.routes.stepUpUrl, here, settings).href
}

/** Leaves for the target after the moment that lets the page show what happened; `readMs`: what it shows is read first. */
export const goAfterLogin = async (deps: Deps, readMs = 0): Promise<void> => {
  // Read first: a step-up that is under way decides against it, and its marker is removed next.
  const home = await deps.settings().customHome?.(deps)
  return leaveFor(stepUpTarget(deps) ?? home, deps, readMs)
}

/** The same after a step-up, which asks for no other one. */
export const goAfterStepUp = (deps: Deps): Promise<void> => {
  deps.local.remove(SHOULD_STEP_UP)
  return leaveFor(undefined, deps)
}

const leaveFor = async (first: string | undefined, deps: Deps, readMs = 0): Promise<void> => {
  const target = first ?? throughApp(deps, afterLoginTarget(deps))
  forgetTarget(deps)
  forgetLink(deps)
  // Already there: going again would take back what the user opened in the meantime, such as the portal.
  if (target === deps.navigator.location().href) return
  await deps.navigator.goLater(target, readMs + NAVIGATION_DELAY_MS)
}
