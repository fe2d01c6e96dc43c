import type { FeatureDeps } from '../feature/slice.ts'
import { HttpError } from '../kernel/errors.ts'
import { type RouteSettings, routeQuery } from './auth-route.ts'

const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 410])

type Deps = Pick<FeatureDeps, 'navigator' | 'settings'>

/**
 * The query of the current route, by path and by hash, with the one-time values that were taken out of it. Every flow reads
 * it here and nowhere else.
 */
export const pageQuery = ({ navigator, settings }: Deps): URLSearchParams => {
  const here = navigator.location()
  const query = routeQuery(here, settings())
  for (const [name, value] of navigator.linkTokens?.read(here) ?? []) query.append(name, value)
  return query
}

/** Whether the server refused a link; after any other failure the same link may work. */
export const isLinkRefused = (error: unknown): boolean => error instanceof HttpError && REFUSALS.has(error.status)

/** The link was used or refused: no reload brings its token back. */
export const forgetLink = ({ navigator }: Pick<Deps, 'navigator'>): void => navigator.linkTokens?.forget()

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
export const invitationOf = (deps: Deps): { invitationToken?: string } => {
  const invitationToken = pageQuery(deps).get('invitationToken')
  return invitationToken ? { invitationToken } : {}
}
