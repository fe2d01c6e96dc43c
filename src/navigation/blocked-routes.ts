import type { AuthRoutes } from '../rules/auth-routes.ts'

const trimSlash = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** Going back to one of these after login would loop or log out again. */
export const blockedRoutes = (routes: AuthRoutes, basename = ''): readonly string[] =>
  [
    routes.loginUrl,
    routes.logoutUrl,
    routes.stepUpUrl,
    routes.activateUrl,
    routes.impersonationUrl,
    routes.acceptInvitationUrl,
    routes.forgetPasswordUrl,
    routes.resetPasswordUrl,
    routes.resetPhoneNumberUrl,
    routes.socialLoginCallbackUrl,
    routes.signUpUrl,
    routes.oidcRedirectUrl,
    routes.samlCallbackUrl,
    routes.magicLinkCallbackUrl,
    routes.hostedLoginRedirectUrl,
  ]
    .filter((route) => route !== '' && route !== routes.authenticatedUrl)
    .flatMap((route) => [trimSlash(route), trimSlash(`${basename}${route}`)])
