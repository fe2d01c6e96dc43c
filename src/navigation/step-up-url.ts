import { type RouteSettings, routeHref, routeQuery } from './auth-route.ts'

/** Parameter of the login page's URL: a step-up follows the sign-in. */
export const STEP_UP_WANTED = 'shouldStepUp'

/**
 * Returns the URL of the step-up page for a user at `here`: the current query plus `maxAge`. Only the URL stores the
 * return URL, so that an abandoned step-up leaves nothing behind.
 */
export const stepUpPageUrl = (here: URL, settings: RouteSettings, maxAge: number | undefined): URL => {
  const target = new URL(routeHref(settings.routes.stepUpUrl, settings), here)
  for (const [name, value] of routeQuery(here, settings)) target.searchParams.set(name, value)
  target.searchParams.set('redirectUrl', here.pathname + here.search + here.hash)
  if (maxAge === undefined) target.searchParams.delete('maxAge')
  else target.searchParams.set('maxAge', String(maxAge))
  return target
}

/** Copies the step-up parameters of the page's URL to another auth route. */
export const withStepUpQuery = (route: string, here: URL, settings: RouteSettings): URL => {
  const query = routeQuery(here, settings)
  const target = new URL(routeHref(route, settings), here)
  for (const name of ['maxAge', 'redirectUrl', 'tenantId']) {
    const value = query.get(name)
    if (value !== null) target.searchParams.set(name, value)
  }
  return target
}

/** Returns the seconds in the URL; any other value means no limit. */
export const maxAgeOf = (query: URLSearchParams): number | undefined => {
  const text = query.get('maxAge')
  const maxAge = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(maxAge) && maxAge >= 0 ? maxAge : undefined
}
