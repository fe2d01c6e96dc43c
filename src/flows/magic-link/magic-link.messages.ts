import { defineMessages } from '../../feature/messages.ts'

export const magicLinkMessages = defineMessages('loginBox.login', {
  magicLinkReadyTitle: 'You’re almost in',
  magicLinkReadyMessage: 'Press the button to sign in with the link from your mail.',
  magicLinkContinue: 'Sign in',
  invalidMagicLinkTitle: 'This link does not work any more',
  invalidMagicLinkText: 'Links work once and for a short while. Ask for a new one on the sign-in page.',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  successMessage: 'One moment, taking you on.',
})

export type MagicLinkTexts = (typeof magicLinkMessages)['texts']
