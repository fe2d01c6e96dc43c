import { type RouteSettings, routeHref } from '../navigation/auth-route.ts'

/** A redirect URL never has a fragment, so the callback is a path even with the hash strategy. */
const asPath = (settings: RouteSettings): RouteSettings => ({ ...settings, urlStrategy: 'path' })

/** Returns the URL that the provider redirects to. */
export const hostedCallbackUrl = (page: URL, settings: RouteSettings): string => {
  const url = new URL(routeHref(settings.routes.hostedLoginRedirectUrl, asPath(settings)), page)
  url.hash = ''
  return url.href
}

const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

/** Returns the URL without the response parameters. */
export const withoutResponse = (page: URL): string => {
  const clean = new URL(page)
  for (const name of RESPONSE_PARAMETERS) clean.searchParams.delete(name)
  if (/[#?&](code|error)=/.test(clean.hash)) clean.hash = ''
  return clean.pathname + clean.search + clean.hash
}
