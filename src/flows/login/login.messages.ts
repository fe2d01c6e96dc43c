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
  cancel: 'Cancel',
  mfaTitle: 'A second factor is needed',
  mfaSubtitle:
    'Your password is right. This account also asks for a second factor, which this sign-in box cannot take yet. Ask your administrator for another way in.',
  forceMfaTitle: 'A second factor must be set up',
  forceMfaMessage:
    'Your password is right. Your organisation asks everyone to set up a second factor first, which this sign-in box cannot do yet. Ask your administrator for help.',
  backToLogin: 'Back to sign-in',
  successTitle: 'You’re signed in',
  successMessage: 'One moment, taking you on.',
  genericLoginErrorMessage: 'Failed to authenticate',
  signingOut: 'Signing you out',
})

export type LoginTexts = (typeof loginMessages)['texts']
