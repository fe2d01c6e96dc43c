import { type RouteSettings, routeHref, routeQuery } from './auth-route.ts'

/** In the URL of the login page: what comes after the sign-in is a step-up. */
export const STEP_UP_WANTED = 'shouldStepUp'

/**
 * The step-up page for a user at `here`: the current query plus `maxAge`. The return URL travels in the URL and nowhere
 * else, so that a step-up that is abandoned leaves nothing behind.
 */
export const stepUpPageUrl = (here: URL, settings: RouteSettings, maxAge: number | undefined): URL => {
  const target = new URL(routeHref(settings.routes.stepUpUrl, settings), here)
  for (const [name, value] of routeQuery(here, settings)) target.searchParams.set(name, value)
  target.searchParams.set('redirectUrl', here.pathname + here.search + here.hash)
  if (maxAge === undefined) target.searchParams.delete('maxAge')
  else target.searchParams.set('maxAge', String(maxAge))
  return target
}

/** What the URL of the step-up page says about it, carried on to another of our routes. */
export const withStepUpQuery = (route: string, here: URL, settings: RouteSettings): URL => {
  const query = routeQuery(here, settings)
  const target = new URL(routeHref(route, settings), here)
  for (const name of ['maxAge', 'redirectUrl', 'tenantId']) {
    const value = query.get(name)
    if (value !== null) target.searchParams.set(name, value)
  }
  return target
}

/** Seconds, as the URL says; anything else is no limit. */
export const maxAgeOf = (query: URLSearchParams): number | undefined => {
  const text = query.get('maxAge')
  const maxAge = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(maxAge) && maxAge >= 0 ? maxAge : undefined
}
