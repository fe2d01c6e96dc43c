import { defineMessages } from '../../feature/messages.ts'

export const activateMessages = defineMessages('loginBox.activateAccount', {
  checkingTitle: 'Checking your link',
  checkingMessage: 'One moment.',
  title: 'Choose your password',
  message: 'This activates your account. You can sign in with it from now on.',
  activateButton: 'Activate account',
  successTitle: 'Your account is active',
  successMessage: 'Taking you on now.',
  successLoginMessage: 'Taking you to sign in.',
  linkFailedTitle: 'This link does not work any more',
  failedTitle: 'This link is incomplete',
  failedMessage: 'Open the whole link from the mail, or ask for a new one.',
  retry: 'Try again',
  resendButton: 'Send a new link',
  resendTitle: 'Get a new activation link',
  resendMessage: 'Enter your email address. If an account is waiting there, a new link is on its way.',
  resentTitle: 'Check your mail',
  resentMessage: 'If an account is waiting for activation there, a new link has been sent.',
  emailInputLabel: 'Email',
  emailIsRequired: 'Enter your email address.',
  emailMustBeValid: 'Enter a whole email address, such as ada@company.com.',
  failedBackToLoginButton: 'Back to sign-in',
})

export type ActivateTexts = (typeof activateMessages)['texts']
