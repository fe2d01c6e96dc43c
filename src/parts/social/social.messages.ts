import { defineMessages } from '../../feature/messages.ts'

export const socialMessages = defineMessages('loginBox.socialLogins', {
  or: 'or',
  label: 'Sign in with another account',
  continueWith: 'Continue with {{provider}}',
  consentTitle: 'Continue with {{provider}}?',
  consentMessage: 'You leave for {{provider}}, which tells us your name and email address.',
  consentContinue: 'Continue',
  consentCancel: 'Cancel',
  unavailable: 'This way can’t be used right now. Use another one.',
})

export type SocialTexts = (typeof socialMessages)['texts']
