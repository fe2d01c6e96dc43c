import { defineMessages } from '../../i18n/messages.ts'

export const forgotMessages = defineMessages('loginBox.forgetPassword', {
  title: 'Reset your password',
  description: 'Enter your email and we’ll send you a link to reset your password.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailMustBeValid: 'Enter a valid email address, like ada@company.com.',
  emailIsRequired: 'Enter your email.',
  submitButtonText: 'Send reset link',
  backToLogin: 'Back to sign-in',
  resetEmailSentTitle: 'Check your email',
  resetEmailSentMessage:
    'If {{email}} has an account, we sent a password reset link to it. No email yet? Check your spam folder.',
  otherEmail: 'Use another email',
})

export const resetMessages = defineMessages('loginBox.resetPassword', {
  title: 'Choose a new password',
  description: 'Enter a new password for your account.',
  signOutEverywhere: 'Sign out everywhere and revoke my API tokens',
  resetPasswordButton: 'Reset password',
  successTitle: 'Password reset',
  successMessage: 'You can now sign in with your new password.',
  signIn: 'Sign in',
  failedTitle: 'This link is incomplete',
  failedMessage: 'Open the full link from your email, or request a new one.',
  newLink: 'Get a new link',
  failedBackToLoginButton: 'Back to sign-in',
})

export type ForgotTexts = (typeof forgotMessages)['texts']
export type ResetTexts = (typeof resetMessages)['texts']
