import type { FeatureDeps } from '../feature/slice.ts'
import { HttpError } from '../kernel/errors.ts'
import { type RouteSettings, routeQuery } from './auth-route.ts'

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 410])

type Deps = Pick<FeatureDeps, 'navigator' | 'settings'>

/**
 * Returns the query of the current route, in path or hash, with the one-time values that were taken out of it. Every
 * flow must read it here.
 */
export const pageQuery = ({ navigator, settings }: Deps): URLSearchParams => {
  const here = navigator.location()
  const query = routeQuery(here, settings())
  for (const [name, value] of navigator.linkTokens?.read(here) ?? []) query.append(name, value)
  return query
}

/** Returns whether the server refused a link; after any other failure, the same link may work. */
export const isLinkRefused = (error: unknown): boolean => error instanceof HttpError && REFUSALS.has(error.status)

/** Deletes the link's values after it was used or refused, so that a reload does not restore its token. */
export const forgetLink = ({ navigator }: Pick<Deps, 'navigator'>): void => navigator.linkTokens?.forget()

/** Values of an email link. The link's target uses them up, and they must not reach the next screen. */
const SECRETS = new Set(['token', 'userId', 'code'])

/**
 * Returns `target`, an auth route, with the rest of the query of `here`. With hash routing, it is inside the fragment.
 */
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

/** Returns the invitation that the page was opened with, in the format of the sign-in calls. */
export const invitationOf = (deps: Deps): { invitationToken?: string } => {
  const invitationToken = pageQuery(deps).get('invitationToken')
  return invitationToken ? { invitationToken } : {}
}
