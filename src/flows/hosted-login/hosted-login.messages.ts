import { defineMessages } from '../../i18n/messages.ts'

export const hostedLoginMessages = defineMessages('custom.hostedLogin', {
  welcomeTitle: 'Sign in',
  welcomeMessage: 'You’ll be redirected to the sign-in page.',
  signIn: 'Continue to sign-in',
  leavingTitle: 'Redirecting to sign-in',
  leavingMessage: 'This takes a moment.',
  finishingTitle: 'Signing you in',
  finishingMessage: 'This takes a moment.',
  successTitle: 'You’re signed in',
  successMessage: 'Redirecting…',
  failedTitle: 'You’re not signed in',
  again: 'Sign in again',
  home: 'Back to home page',
  noAnswer: 'There’s no sign-in to complete here. Start a new one.',
  oddAnswer: 'We couldn’t verify the response from the sign-in page.',
  unknownFlow: 'This sign-in was already used, took longer than 10 minutes, or was started in another browser.',
  otherProvider: 'The response came from an unexpected sign-in page, so we ignored it.',
  denied: 'The sign-in was canceled.',
  providerError: 'The sign-in page reported an error.',
  refused: 'This sign-in has expired.',
  network: 'The connection was lost while signing you in. Sign in again.',
  badToken: 'We couldn’t verify your sign-in.',
  unavailable: 'We can’t reach the sign-in page. Check your connection and try again.',
})

export type HostedLoginTexts = (typeof hostedLoginMessages)['texts']
