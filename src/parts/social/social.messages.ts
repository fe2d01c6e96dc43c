import { defineMessages } from '../../i18n/messages.ts'

export const socialMessages = defineMessages('loginBox.socialLogins', {
  or: 'or',
  label: 'Other sign-in options',
  continueWith: 'Continue with {{provider}}',
  consentTitle: 'Continue with {{provider}}?',
  consentMessage: '{{provider}} will share your name and email address.',
  consentContinue: 'Continue with {{provider}}',
  consentCancel: 'Cancel',
  unavailable: 'This sign-in option is unavailable right now. Use another one.',
})

export type SocialTexts = (typeof socialMessages)['texts']
