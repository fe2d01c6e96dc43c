import { authorization } from '../../../contract/authorization.ts'
import { DEFAULT_ROUTES } from '../../../rules/auth-routes.ts'
import { isAllowedOrigin } from '../../call/origins.ts'
import { badRequest } from '../../call/refusal.ts'
import type { BackendConfig } from '../../ports.ts'

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
