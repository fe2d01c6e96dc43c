import type { FeatureDeps } from '../feature/slice.ts'
import { type RouteSettings, routeQuery } from './auth-route.ts'

/** The query of the current route, by path and by hash. Every flow reads it here and nowhere else. */
export const pageQuery = ({ navigator, settings }: Pick<FeatureDeps, 'navigator' | 'settings'>): URLSearchParams =>
  routeQuery(navigator.location(), settings())

/** Values of an email link. They are used up where the link leads and must not reach the next screen. */
const SECRETS = new Set(['token', 'userId', 'code'])

/** `target`, a route of ours, with the rest of the query of `here`. With hash routing it goes inside the fragment. */
export const withPageQuery = (target: URL, here: URL, settings: RouteSettings): URL => {
  const merged = new URL(target)
  const added = new URLSearchParams()
  const known = routeQuery(target, settings)
  for (const [key, value] of routeQuery(here, settings)) {
    if (!SECRETS.has(key) && !known.has(key)) added.append(key, value)
  }
  if (!String(added)) return merged
  if (settings.urlStrategy === 'hash') merged.hash += `${merged.hash.includes('?') ? '&' : '?'}${added}`
  else for (const [key, value] of added) merged.searchParams.append(key, value)
  return merged
}

/** The invitation that the page was opened with, as the sign-in calls take it. */
export const invitationOf = (deps: Pick<FeatureDeps, 'navigator' | 'settings'>): { invitationToken?: string } => {
  const invitationToken = pageQuery(deps).get('invitationToken')
  return invitationToken ? { invitationToken } : {}
}
