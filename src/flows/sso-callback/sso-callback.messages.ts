import { defineMessages } from '../../feature/messages.ts'

export const ssoCallbackMessages = defineMessages('loginBox.login', {
  ssoPostLoginTitle: 'Checking with your company',
  ssoPostLoginMessage: 'One moment, we are asking your identity provider who you are.',
  ssoFailedTitle: 'We couldn’t sign you in',
  ssoUnknownTitle: 'This sign-in is no longer open',
  ssoUnknownMessage: 'It was started in another browser, or too long ago. Start again on the sign-in page.',
  ssoDeniedTitle: 'Your company’s sign-in said no',
  ssoDeniedMessage: 'It was cancelled there, or you may not use this application. Your administrator can help.',
  accountChangeTitle: 'Switch accounts?',
  accountChangeMessage:
    'You’re signed in as {{email}}. Your identity provider sent a sign-in that you didn’t start here. If you continue, you’ll be signed in with that account instead.',
  accountChangeContinue: 'Switch to the other account',
  accountChangeStay: 'Stay signed in',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  successMessage: 'One moment, taking you on.',
})

export type SsoCallbackTexts = (typeof ssoCallbackMessages)['texts']
