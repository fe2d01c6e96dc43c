import { type RouteSettings, routeHref, routePath } from './auth-route.ts'

/** A redirect URL never has a fragment, so the callback is a path with the hash strategy too. */
const asPath = (settings: RouteSettings): RouteSettings => ({ ...settings, urlStrategy: 'path' })

const pathOf = (route: string): string => (route.split(/[?#]/)[0] ?? '').replace(/\/+$/, '') || '/'

/** The URL the provider redirects to. */
export const hostedCallbackUrl = (page: URL, settings: RouteSettings): string => {
  const url = new URL(routeHref(settings.routes.hostedLoginRedirectUrl, asPath(settings)), page)
  url.hash = ''
  return url.href
}

const hasResponse = ({ searchParams }: URL): boolean =>
  searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))

/** With the hash strategy the callback is known by its response alone; else by its path. */
export const isHostedCallback = (page: URL, settings: RouteSettings): boolean => {
  const { hostedLoginRedirectUrl, authenticatedUrl } = settings.routes
  if (settings.urlStrategy === 'hash') return hasResponse(page)
  const isThere = routePath(page, settings) === pathOf(hostedLoginRedirectUrl)
  // A host may use one URL for both; then only a response makes it a callback.
  return isThere && (pathOf(hostedLoginRedirectUrl) !== pathOf(authenticatedUrl) || hasResponse(page))
}

const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

/** The same URL without the response. */
export const withoutResponse = (page: URL): string => {
  const clean = new URL(page)
  for (const name of RESPONSE_PARAMETERS) clean.searchParams.delete(name)
  if (/[#?&](code|error)=/.test(clean.hash)) clean.hash = ''
  return clean.pathname + clean.search + clean.hash
}
