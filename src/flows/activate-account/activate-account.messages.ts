import { defineMessages } from '../../i18n/messages.ts'

export const activateMessages = defineMessages('loginBox.activateAccount', {
  checkingTitle: 'Verifying your link',
  checkingMessage: 'This takes a moment.',
  title: 'Choose your password',
  message: 'Choose a password to activate your account.',
  activateButton: 'Activate account',
  successTitle: 'Your account is active',
  successMessage: 'Redirecting…',
  successLoginMessage: 'Redirecting to sign-in…',
  linkFailedTitle: 'We couldn’t verify your link',
  failedTitle: 'This link is incomplete',
  failedMessage: 'Open the full link from your email, or request a new one.',
  retry: 'Try again',
  newLink: 'Get a new link',
  resendButton: 'Send a new link',
  resendTitle: 'Get a new activation link',
  resendMessage: 'Enter your email. If an account is waiting for activation, we’ll send a new link.',
  resentTitle: 'Check your email',
  resentMessage: 'If an account is waiting for activation, we sent a new link. No email yet? Check your spam folder.',
  emailInputLabel: 'Email',
  emailInputPlaceholder: 'you@company.com',
  emailIsRequired: 'Enter your email.',
  emailMustBeValid: 'Enter a valid email address, like ada@company.com.',
  failedBackToLoginButton: 'Back to sign-in',
})

export type ActivateTexts = (typeof activateMessages)['texts']
