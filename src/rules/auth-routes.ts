/**
 * Paths of the host application where the login box renders its flows, and where emails and identity providers
 * redirect. `signUpSuccessUrl` and its two variants have no default.
 */
export interface AuthRoutes {
  authenticatedUrl: string
  loginUrl: string
  stepUpUrl: string
  logoutUrl: string
  activateUrl: string
  impersonationUrl: string
  acceptInvitationUrl: string
  forgetPasswordUrl: string
  resetPhoneNumberUrl: string
  resetPasswordUrl: string
  socialLoginCallbackUrl: string
  signUpUrl: string
  oidcRedirectUrl: string
  samlCallbackUrl: string
  magicLinkCallbackUrl: string
  hostedLoginRedirectUrl: string
  openAppUrl: string
  signUpSuccessUrl?: string
  accountSignUpSuccessUrl?: string
  userSignUpSuccessUrl?: string
}

export const DEFAULT_ROUTES: AuthRoutes = {
  authenticatedUrl: '/',
  loginUrl: '/account/login',
  stepUpUrl: '/account/step-up',
  logoutUrl: '/account/logout',
  activateUrl: '/account/activate',
  impersonationUrl: '/account/impersonate',
  acceptInvitationUrl: '/account/invitation/accept',
  forgetPasswordUrl: '/account/forget-password',
  resetPhoneNumberUrl: '/account/reset-phone-number',
  resetPasswordUrl: '/account/reset-password',
  socialLoginCallbackUrl: '/account/social/success',
  signUpUrl: '/account/sign-up',
  oidcRedirectUrl: '/account/oidc/callback',
  samlCallbackUrl: '/account/saml/callback',
  magicLinkCallbackUrl: '/account/login/magic-link',
  hostedLoginRedirectUrl: '/oauth/callback',
  openAppUrl: '/account/redirect',
}

export const ROUTES_WITHOUT_DEFAULT = [
  'signUpSuccessUrl',
  'accountSignUpSuccessUrl',
  'userSignUpSuccessUrl',
  'customLoginUrl',
  'customLoginAuthenticatedUrl',
]
