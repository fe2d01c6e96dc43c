import { defineMessages } from '../../../i18n/messages.ts'

export const signInMessages = defineMessages('loginBox.login', {
  passwordTitle: 'Enter your password',
  passwordInputLabel: 'Password',
  passwordIsRequired: 'Enter your password.',
  login: 'Sign in',
  forgotPassword: 'Forgot password?',
  continueWithSso: 'Continue with single sign-on',
  changeEmail: 'Change',
  changeEmailOf: 'Change email',
  ssoTitle: 'Redirecting to your company’s sign-in page',
  ssoRedirectToMessage:
    'Your company uses single sign-on. You’ll sign in with your identity provider and then come back here.',
  cancel: 'Cancel',
  passkeyTitle: 'Verifying your passkey',
  passkeyMessage: 'This takes a moment.',
  successTitle: 'You’re signed in',
  successMessage: 'Redirecting…',
})

export type SignInTexts = (typeof signInMessages)['texts']
