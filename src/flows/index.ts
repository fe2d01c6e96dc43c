import type { FlowDefinition } from '../feature/define.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'
import { acceptInvitationFlow } from './accept-invitation/index.ts'
import { activateAccountFlow } from './activate-account/index.ts'
import { forgotPasswordFlow, resetPasswordFlow } from './forgot-password/index.ts'
import { hostedLoginFlow } from './hosted-login/index.ts'
import { impersonateFlow } from './impersonate/index.ts'
import { loginFlow } from './login/index.ts'
import { logoutFlow } from './logout/index.ts'
import { magicLinkFlow } from './magic-link/index.ts'
import { openAppFlow } from './open-app/index.ts'
import { resetPhoneNumberFlow } from './reset-phone-number/index.ts'
import { signUpFlow } from './sign-up/index.ts'
import { socialLoginFlow } from './social-login/index.ts'
import { ssoCallbackFlow } from './sso-callback/index.ts'
import { stepUpFlow } from './step-up/index.ts'

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
 * Returns the flow that renders a route. A page that is no auth route shows the login, or hosted login if `isHosted`.
 */
export const flowOf = (route: keyof AuthRoutes | undefined, isHosted = false): FlowDefinition => {
  if (isHosted && (!route || hostedLoginFlow.routes.includes(route))) return hostedLoginFlow
  return flows.find((flow) => route !== undefined && flow.routes.includes(route)) ?? loginFlow
}
