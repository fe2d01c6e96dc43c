import { authorization } from '../../../contract/authorization.ts'
import { DEFAULT_ROUTES } from '../../../rules/auth-routes.ts'

/** The path of our own login box on the API's origin. It contains the usual routes. */
export const LOGIN_BASENAME = authorization.leaveLoginPage.path
export const LOGIN_SCREEN = LOGIN_BASENAME + DEFAULT_ROUTES.loginUrl
export const SIGN_UP_SCREEN = LOGIN_BASENAME + DEFAULT_ROUTES.signUpUrl
export const STEP_UP_SCREEN = LOGIN_BASENAME + DEFAULT_ROUTES.stepUpUrl

const [ABOVE_SCREENS = LOGIN_BASENAME] = authorization.showLoginPage.path.split('{page}')

export const isLoginScreen = (pathname: string): boolean => pathname.startsWith(ABOVE_SCREENS)
