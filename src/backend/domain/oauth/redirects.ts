import { authorization } from '../../../contract/authorization.ts'
import { DEFAULT_ROUTES } from '../../../rules/auth-routes.ts'
import { isAllowedOrigin } from '../../call/origins.ts'
import { badRequest } from '../../call/refusal.ts'
import type { BackendConfig } from '../../ports.ts'
import type { OauthClient } from './oauth-clients.ts'

/** The path of our own login box on the API's origin. It contains the usual routes. */
export const LOGIN_BASENAME = authorization.leaveLoginPage.path
export const LOGIN_SCREEN = LOGIN_BASENAME + DEFAULT_ROUTES.loginUrl
export const SIGN_UP_SCREEN = LOGIN_BASENAME + DEFAULT_ROUTES.signUpUrl
export const STEP_UP_SCREEN = LOGIN_BASENAME + DEFAULT_ROUTES.stepUpUrl

const [ABOVE_SCREENS = LOGIN_BASENAME] = authorization.showLoginPage.path.split('{page}')

const isLoginScreen = (pathname: string): boolean => pathname.startsWith(ABOVE_SCREENS)

/** Returns whether a URL is the login page of the authorization server, which is on the API's own origin. */
const isLoginPage = ({ apiUrl, loginScript }: BackendConfig, { origin, pathname }: URL): boolean =>
  loginScript !== undefined && origin === apiUrl && isLoginScreen(pathname)

/**
 * Requires a URL of the host application or of our login page, because it receives a code. The provider compares the
 * whole URL.
 */
export const assertAllowedRedirect = (config: BackendConfig, redirectUri: string): void => {
  const url = URL.canParse(redirectUri) ? new URL(redirectUri) : undefined
  const isOurs = url && (isAllowedOrigin(config, url.origin) || isLoginPage(config, url))
  const isFit = isOurs && !url.hash && !url.username && !url.password
  if (!isFit) throw badRequest('redirectUri must be a URL of the application')
}

/** A URL on the user's own machine, with the port on which a native app listens. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/
/** Schemes that a browser opens itself, so that no other app can claim their URLs. */
const WEB = /^https?:/i

type ClientKind = Pick<OauthClient, 'isOwn' | 'isConfidential'>

const mayBeNative = ({ isOwn, isConfidential }: ClientKind): boolean => !isOwn && !isConfidential

/**
 * Returns whether a URL is one of a client's registered ones. URLs are compared as strings, except for the port of a
 * native app, which the system chooses when the app starts to listen (RFC 8252 §7.3).
 */
export const isRegistered = (client: ClientKind, registered: readonly string[], url: string): boolean => {
  if (registered.includes(url)) return true
  const withoutPort = (text: string) => text.replace(LOOPBACK, '$1')
  const mayChoosePort = mayBeNative(client) && LOOPBACK.test(url) && URL.canParse(url)
  return mayChoosePort && registered.some((each) => LOOPBACK.test(each) && withoutPort(each) === withoutPort(url))
}

/**
 * Returns whether any program on the user's machine may receive the response at a redirect URI of a public client: one
 * of a private scheme, or on a port that was chosen freely (RFC 8252 §8.6). A registered port is that of a page which a
 * developer serves, whose sessions continue silently.
 */
export const isClaimable = (client: ClientKind & Pick<OauthClient, 'redirectUris'>, url: string): boolean =>
  mayBeNative(client) && (!WEB.test(url) || (LOOPBACK.test(url) && !client.redirectUris.includes(url)))
