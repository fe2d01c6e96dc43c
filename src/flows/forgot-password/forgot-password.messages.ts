import { defineMessages } from '../../feature/messages.ts'

export const forgotMessages = defineMessages('loginBox.forgetPassword', {
  title: 'Reset your password',
  description: 'Enter your email address and we send you a link to choose a new password.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a whole email address, such as ada@company.com.',
  emailIsRequired: 'Enter your email address.',
  submitButtonText: 'Send reset link',
  backToLogin: 'Back to sign-in',
  resetEmailSentTitle: 'Check your mail',
  resetEmailSentMessage: 'If {{email}} has an account, a link to choose a new password is on its way.',
  otherEmail: 'Use another address',
})

export const resetMessages = defineMessages('loginBox.resetPassword', {
  title: 'Choose a new password',
  description: 'Enter a new password for your account.',
  signOutEverywhere: 'Sign out everywhere and revoke my API tokens',
  resetPasswordButton: 'Save new password',
  successTitle: 'Password saved',
  successMessage: 'Sign in with your new password.',
  signIn: 'Sign in',
  failedTitle: 'This link is incomplete',
  failedMessage: 'Open the whole link from the mail, or ask for a new one.',
  newLink: 'Send a new link',
  failedBackToLoginButton: 'Back to sign-in',
})

export type ForgotTexts = (typeof forgotMessages)['texts']
export type ResetTexts = (typeof resetMessages)['texts']
