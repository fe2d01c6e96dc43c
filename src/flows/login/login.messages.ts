import { defineMessages } from '../../feature/messages.ts'

export const loginMessages = defineMessages('loginBox.login', {
  title: 'Sign in to {{name}}',
  titleWithoutName: 'Sign in',
  subtitle: 'Welcome back. Enter your work email.',
  passwordTitle: 'Enter your password',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a whole email address, such as ada@company.com.',
  emailIsRequired: 'Enter your email address.',
  passwordInputLabel: 'Password',
  passwordIsRequired: 'Enter your password.',
  continue: 'Continue',
  login: 'Sign in',
  forgotPassword: 'Forgot password?',
  changeEmail: 'Change',
  changeEmailOf: 'Change email address',
  ssoTitle: 'Taking you to your company’s sign-in',
  ssoRedirectToMessage:
    'You sign in to this account at your company’s identity provider. You will be back in a moment.',
  signUpMessage: 'New here?',
  signUpLink: 'Create an account',
  cancel: 'Cancel',
  recoveredNotice: 'Your second factor is removed. Sign in once more with your password.',
  successTitle: 'You’re signed in',
  successMessage: 'One moment, taking you on.',
  genericLoginErrorMessage: 'Failed to authenticate',
  signingOut: 'Signing you out',
})

export type LoginTexts = (typeof loginMessages)['texts']
