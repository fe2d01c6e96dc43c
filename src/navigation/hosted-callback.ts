import { type RouteSettings, routePath } from './auth-route.ts'

const pathOf = (route: string): string => (route.split(/[?#]/)[0] ?? '').replace(/\/+$/, '') || '/'

const hasResponse = ({ searchParams }: URL): boolean =>
  searchParams.has('state') && (searchParams.has('code') || searchParams.has('error'))

/** Returns whether the page is the hosted callback: with the hash strategy by its response alone, else by its path. */
export const isHostedCallback = (page: URL, settings: RouteSettings): boolean => {
  const { hostedLoginRedirectUrl, authenticatedUrl } = settings.routes
  if (settings.urlStrategy === 'hash') return hasResponse(page)
  const isThere = routePath(page, settings) === pathOf(hostedLoginRedirectUrl)
  // A host may use one URL for both; then only a response makes it a callback.
  return isThere && (pathOf(hostedLoginRedirectUrl) !== pathOf(authenticatedUrl) || hasResponse(page))
}
