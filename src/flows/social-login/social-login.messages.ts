import { defineMessages } from '../../feature/messages.ts'

export const socialLoginMessages = defineMessages('loginBox.socialLogins', {
  callbackTitle: 'Signing you in',
  callbackMessage: 'One moment, we are asking {{provider}} who you are.',
  failedTitle: 'We couldn’t sign you in',
  unknownTitle: 'This sign-in is no longer open',
  unknownMessage: 'It was started in another browser, or too long ago. Start again on the sign-in page.',
  deniedTitle: 'You’re not signed in',
  deniedMessage: 'The sign-in was cancelled. You can try again, or use another way.',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  welcomeTitle: 'Welcome',
  successMessage: 'One moment, taking you on.',
  anyProvider: 'the provider',
})

export type SocialLoginTexts = (typeof socialLoginMessages)['texts']
