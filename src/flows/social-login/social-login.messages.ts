import { defineMessages } from '../../i18n/messages.ts'

export const socialLoginMessages = defineMessages('loginBox.socialLogins', {
  callbackTitle: 'Signing you in',
  callbackMessage: 'We’re verifying your sign-in with {{provider}}.',
  failedTitle: 'We couldn’t sign you in',
  unknownTitle: 'This sign-in has expired',
  unknownMessage: 'It was started in another browser or took too long. Go back to sign-in and try again.',
  deniedTitle: 'You’re not signed in',
  deniedMessage: 'The sign-in was canceled. Try again or use another sign-in method.',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  welcomeTitle: 'Welcome',
  successMessage: 'Redirecting…',
  anyProvider: 'the provider',
})

export type SocialLoginTexts = (typeof socialLoginMessages)['texts']
