import { defineMessages } from '../../i18n/messages.ts'

export const loginMessages = defineMessages('loginBox.login', {
  title: 'Sign in to {{name}}',
  titleWithoutName: 'Sign in',
  subtitle: 'Welcome back. Enter your email to continue.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a valid email address, like ada@company.com.',
  emailIsRequired: 'Enter your email.',
  lastUsed: 'You used your email last time.',
  continue: 'Continue',
  retry: 'Try again',
  signUpMessage: 'New here?',
  signUpLink: 'Create an account',
  recoveredNotice: 'Two-factor authentication was turned off. Sign in again.',
})

export type LoginTexts = (typeof loginMessages)['texts']
