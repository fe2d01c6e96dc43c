import { defineFirstFlow, defineFlow, type FlowDefinition } from '../feature/define.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'
import { loginFeature } from './login/login.view.tsx'

export const loginFlow = defineFirstFlow({ id: 'login', routes: ['loginUrl'], feature: loginFeature })

export const signUpFlow = defineFlow({
  id: 'sign-up',
  routes: ['signUpUrl'],
  load: () => import('./sign-up/sign-up.view.tsx'),
})

export const magicLinkFlow = defineFlow({
  id: 'magic-link',
  routes: ['magicLinkCallbackUrl'],
  load: () => import('./magic-link/magic-link.view.tsx'),
})

export const activateAccountFlow = defineFlow({
  id: 'activate-account',
  routes: ['activateUrl'],
  load: () => import('./activate-account/activate-account.view.tsx'),
})

export const acceptInvitationFlow = defineFlow({
  id: 'accept-invitation',
  routes: ['acceptInvitationUrl'],
  load: () => import('./accept-invitation/accept-invitation.view.tsx'),
})

const forgotPasswordFlow = defineFlow({
  id: 'forgot-password',
  routes: ['forgetPasswordUrl'],
  load: () => import('./forgot-password/forgot-password.view.tsx'),
})

export const resetPasswordFlow = defineFlow({
  id: 'reset-password',
  routes: ['resetPasswordUrl'],
  load: () => import('./forgot-password/reset-password.view.tsx'),
})

const logoutFlow = defineFlow({
  id: 'logout',
  routes: ['logoutUrl'],
  load: () => import('./logout/logout.view.tsx'),
})

const stepUpFlow = defineFlow({
  id: 'step-up',
  routes: ['stepUpUrl'],
  load: () => import('./step-up/step-up.view.tsx'),
})

const resetPhoneNumberFlow = defineFlow({
  id: 'reset-phone-number',
  routes: ['resetPhoneNumberUrl'],
  load: () => import('./reset-phone-number/reset-phone-number.view.tsx'),
})

export const impersonateFlow = defineFlow({
  id: 'impersonate',
  routes: ['impersonationUrl'],
  load: () => import('./impersonate/impersonate.view.tsx'),
})

const ssoCallbackFlow = defineFlow({
  id: 'sso-callback',
  routes: ['oidcRedirectUrl', 'samlCallbackUrl'],
  load: () => import('./sso-callback/sso-callback.view.tsx'),
})

const socialLoginFlow = defineFlow({
  id: 'social-login',
  routes: ['socialLoginCallbackUrl'],
  load: () => import('./social-login/social-login.view.tsx'),
})

const openAppFlow = defineFlow({
  id: 'open-app',
  routes: ['openAppUrl'],
  load: () => import('./open-app/open-app.view.tsx'),
})

const hostedLoginFlow = defineFlow({
  id: 'hosted-login',
  routes: ['loginUrl', 'hostedLoginRedirectUrl'],
  load: () => import('./hosted-login/hosted-login.view.tsx'),
})

/** All flows of the login box. Each is loaded as its own chunk. */
const flows: readonly FlowDefinition[] = [
  loginFlow,
  signUpFlow,
  magicLinkFlow,
  activateAccountFlow,
  acceptInvitationFlow,
  forgotPasswordFlow,
  resetPasswordFlow,
  logoutFlow,
  stepUpFlow,
  resetPhoneNumberFlow,
  impersonateFlow,
  ssoCallbackFlow,
  socialLoginFlow,
  openAppFlow,
]

/**
 * Returns the flow that renders a route. A page that isn't an auth route shows the login, or hosted login if
 * `isHosted`.
 */
export const flowOf = (route: keyof AuthRoutes | undefined, isHosted = false): FlowDefinition => {
  if (isHosted && (!route || hostedLoginFlow.routes.includes(route))) return hostedLoginFlow
  return flows.find((flow) => route !== undefined && flow.routes.includes(route)) ?? loginFlow
}
