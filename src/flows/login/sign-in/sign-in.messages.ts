import { defineMessages } from '../../../feature/messages.ts'

export const signInMessages = defineMessages('loginBox.login', {
  passwordTitle: 'Enter your password',
  passwordInputLabel: 'Password',
  passwordIsRequired: 'Enter your password.',
  login: 'Sign in',
  forgotPassword: 'Forgot password?',
  changeEmail: 'Change',
  changeEmailOf: 'Change email address',
  ssoTitle: 'Taking you to your company’s sign-in',
  ssoRedirectToMessage:
    'You sign in to this account at your company’s identity provider. You will be back in a moment.',
  cancel: 'Cancel',
  passkeyTitle: 'Checking your passkey',
  passkeyMessage: 'One moment.',
  successTitle: 'You’re signed in',
  successMessage: 'One moment, taking you on.',
})

export type SignInTexts = (typeof signInMessages)['texts']
