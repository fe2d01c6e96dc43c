import { type RouteSettings, routeHref, routePath } from './auth-route.ts'

/** A redirect address never has a fragment, so the callback is a path with the hash strategy too. */
const asPath = (settings: RouteSettings): RouteSettings => ({ ...settings, urlStrategy: 'path' })

const pathOf = (route: string): string => (route.split(/[?#]/)[0] ?? '').replace(/\/+$/, '') || '/'

/** The address the provider answers at. */
export const callbackAddress = (page: URL, settings: RouteSettings): string => {
  const address = new URL(routeHref(settings.routes.hostedLoginRedirectUrl, asPath(settings)), page)
  address.hash = ''
  return address.href
}

const hasAnswer = ({ searchParams }: URL): boolean =>
  searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))

/** With the hash strategy the callback is known by its answer alone; else by its path. */
export const isHostedCallback = (page: URL, settings: RouteSettings): boolean => {
  const { hostedLoginRedirectUrl, authenticatedUrl } = settings.routes
  if (settings.urlStrategy === 'hash') return hasAnswer(page)
  const isThere = routePath(page, settings) === pathOf(hostedLoginRedirectUrl)
  // A host may use one address for both; then only an answer makes it a callback.
  return isThere && (pathOf(hostedLoginRedirectUrl) !== pathOf(authenticatedUrl) || hasAnswer(page))
}

const ANSWER = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'session_state']

/** The same address without the answer. */
export const withoutAnswer = (page: URL): string => {
  const clean = new URL(page)
  for (const name of ANSWER) clean.searchParams.delete(name)
  if (/[#?&](code|error)=/.test(clean.hash)) clean.hash = ''
  return clean.pathname + clean.search + clean.hash
}
