import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import type { BackendConfig } from '../ports.ts'

type Config = Pick<BackendConfig, 'appUrl' | 'app'>
/** A route that always exists. */
export type AppRoute =
  | 'loginUrl'
  | 'activateUrl'
  | 'acceptInvitationUrl'
  | 'resetPasswordUrl'
  | 'magicLinkCallbackUrl'
  | 'oidcRedirectUrl'
  | 'samlCallbackUrl'
  | 'socialLoginCallbackUrl'

const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, '')

const baseOf = ({ appUrl, app }: Config): string => {
  const basename = trimmed(app?.basename ?? '')
  return `${trimmed(appUrl)}${basename && `/${basename}`}`
}

const routeOf = ({ app }: Config, route: AppRoute): string =>
  `/${(app?.routes?.[route] ?? DEFAULT_ROUTES[route]).replace(/^\/+/, '')}`

/**
 * Returns the URL of a page of the host application, for an email or a text message. Its origin is from the
 * configuration, never from a request. With hash routing the query goes inside the fragment, because the login box
 * reads it there.
 */
export const appLink = (config: Config, route: AppRoute, query: Readonly<Record<string, string>> = {}): string => {
  const isHash = config.app?.urlStrategy === 'hash'
  const path = routeOf(config, route)
  const values = String(new URLSearchParams(query))
  const tail = values && `${path.includes('?') ? '&' : '?'}${values}`
  return new URL(`${baseOf(config)}${isHash ? '/#' : ''}${path}${tail}`).href
}

/**
 * Returns the URL that an identity provider redirects to: always a path, because no provider keeps a fragment (RFC 6749
 * §3.1.2).
 */
export const appCallback = (config: Config, route: AppRoute): string =>
  new URL(baseOf(config) + routeOf(config, route)).href
