import { PASSWORD } from './users.test-kit.ts'

/** Calls of signed-out users that send a message only with a captcha token, with the other fields they need. */
export const WITH_CAPTCHA: Readonly<Record<string, object>> = {
  'password.forgotPassword': {},
  'activation.resendActivationEmail': {},
  'invitation.resendInvitationEmail': {},
  'invitation.resendInvitationToAllTenants': {},
  'phoneReset.resetPhoneNumber': {},
  'login.passwordlessPreLogin': {},
  'signUp.signUp': { email: 'new@users.test', companyName: 'New', password: 'Brave-Otter-Lantern-42' },
  'login.login': { password: PASSWORD },
}

/**
 * Calls that send a code after the correct password. Their bodies have no field for a captcha token, so they are
 * limited instead, as `code-limits.suite.ts` tests.
 */
export const BY_LIMITS: readonly string[] = [
  'mfaLogin.preVerifySms',
  'mfaLogin.preEnrollSms',
  'mfaLogin.preVerifyEmailCode',
]

const NEEDS_A_SECRET = 'notifies the user at most, and only with a secret that was sent to them'
const NEEDS_A_SESSION = 'does nothing without a live session, code or token'
const SIGNS_IN = 'sends nothing before who signs in has proven it'

/** Calls of signed-out users that change something but can't send messages. */
export const SENDS_NOTHING: Readonly<Record<string, readonly string[]>> = {
  [NEEDS_A_SECRET]: [
    'password.resetPassword',
    'activation.activateAccount',
    'invitation.verifyInviteToken',
    'invitation.acceptInvitation',
    'phoneReset.verifyResetPhoneNumber',
    'phoneReset.changePhoneNumber',
    'selfService.undoEmailChange',
    'selfService.restoreUser',
    'linkOwner.getLinkOwner',
    'messageRecipients.confirmRecipient',
    'messageRecipients.stopMessages',
    'planChanges.receivePaymentEvent',
  ],
  [NEEDS_A_SESSION]: [
    'session.refreshSession',
    'session.exchangeAuthorizationCode',
    'session.exchangeRefreshToken',
    'session.silentAuthorize',
    'session.logout',
    'authorization.confirmLogout',
    'oauthServer.authorizeByForm',
    'oauthServer.introspectToken',
    'oauthServer.postUserInfo',
    'oauthServer.revokeToken',
    'federation.receivePostedLogout',
    'impersonation.impersonate',
    'memberImpersonation.stopImpersonation',
    'apiTokens.exchangeApiToken',
    'rememberDevice.readRememberDevicePolicy',
    'ssoTests.completeSsoTest',
    'scim.create',
    'scim.replace',
    'scim.modify',
    'scim.remove',
  ],
  [SIGNS_IN]: [
    'social.loginWithSocialProvider',
    'federation.consumeSaml',
    'ssoInitiation.startSso',
    'login.preLogin',
    'login.preLoginV1',
    'login.samlPostLogin',
    'login.oidcPostLogin',
    'login.oidcPostLoginV1',
    'login.passwordlessPostLogin',
    'login.webauthnPreLogin',
    'login.webauthnPostLogin',
    'mfaLogin.verifyCode',
    'mfaLogin.recover',
    'mfaLogin.preEnrollAuthenticator',
    'mfaLogin.enrollAuthenticator',
    'mfaLogin.verifyAuthenticator',
    'mfaLogin.verifyEmailCode',
    'mfaLogin.enrollSms',
    'mfaLogin.verifySms',
    'mfaLogin.preEnrollWebauthn',
    'mfaLogin.enrollWebauthn',
    'mfaLogin.preVerifyWebauthn',
    'mfaLogin.verifyWebauthn',
  ],
}
