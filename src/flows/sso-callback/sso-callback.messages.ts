import { defineMessages } from '../../feature/messages.ts'

export const ssoCallbackMessages = defineMessages('loginBox.login', {
  ssoPostLoginTitle: 'Signing you in',
  ssoPostLoginMessage: 'We’re verifying your sign-in with your identity provider.',
  ssoFailedTitle: 'We couldn’t sign you in',
  ssoUnknownTitle: 'This sign-in has expired',
  ssoUnknownMessage: 'It was started in another browser or took too long. Go back to sign-in and try again.',
  ssoDeniedTitle: 'Your identity provider declined the sign-in',
  ssoDeniedMessage:
    'The sign-in was canceled, or you don’t have access to this application. Contact your administrator.',
  ssoTestedTitle: 'Test finished',
  ssoTestedMessage: 'Go back to the window where you started the test to see the result. You can close this one.',
  accountChangeTitle: 'Switch accounts?',
  accountChangeMessage:
    'You’re signed in as {{email}}. Your identity provider sent a sign-in that you didn’t start here. If you continue, you’ll be signed in with that account instead.',
  accountChangeContinue: 'Switch to the other account',
  accountChangeStay: 'Stay signed in',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  successMessage: 'Redirecting…',
})

export type SsoCallbackTexts = (typeof ssoCallbackMessages)['texts']
