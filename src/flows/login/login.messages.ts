import { defineMessages } from '../../feature/messages.ts'

export const loginMessages = defineMessages('loginBox.login', {
  title: 'Sign in to {{name}}',
  titleWithoutName: 'Sign in',
  subtitle: 'Welcome back. Enter your work email.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a whole email address, such as ada@company.com.',
  emailIsRequired: 'Enter your email address.',
  continue: 'Continue',
  signUpMessage: 'New here?',
  signUpLink: 'Create an account',
  recoveredNotice: 'Your second factor is removed. Sign in once more with your password.',
})

export type LoginTexts = (typeof loginMessages)['texts']
