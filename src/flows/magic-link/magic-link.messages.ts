import { defineMessages } from '../../i18n/messages.ts'

export const magicLinkMessages = defineMessages('loginBox.login', {
  magicLinkReadyTitle: 'Almost there',
  magicLinkReadyMessage: 'Select the button to finish signing in.',
  magicLinkContinue: 'Sign in',
  invalidMagicLinkTitle: 'We couldn’t sign you in',
  invalidMagicLinkText: 'Sign-in links work once and expire quickly. Request a new one on the sign-in page.',
  incompleteMagicLinkTitle: 'This link is incomplete',
  incompleteMagicLinkText: 'Open the full link from your email, or request a new one on the sign-in page.',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  successMessage: 'Redirecting…',
})

export type MagicLinkTexts = (typeof magicLinkMessages)['texts']
