import { defineMessages } from '../../feature/messages.ts'

export const hostedLoginMessages = defineMessages('custom.hostedLogin', {
  welcomeTitle: 'Sign in',
  welcomeMessage: 'You sign in on a page of its own and come back here.',
  signIn: 'Continue to sign-in',
  leavingTitle: 'Taking you to sign-in',
  leavingMessage: 'One moment.',
  finishingTitle: 'Signing you in',
  finishingMessage: 'One moment.',
  successTitle: 'You’re signed in',
  successMessage: 'One moment, taking you on.',
  failedTitle: 'You’re not signed in yet',
  again: 'Sign in again',
  home: 'Back to the start page',
  noAnswer: 'This address is only used at the end of a sign-in. Start one here.',
  oddAnswer: 'The answer of the sign-in page was not in order, so we did not use it.',
  unknownFlow: 'This sign-in was used already, took longer than ten minutes, or was started in another browser.',
  otherProvider: 'The answer came from somewhere else than the page you signed in on, so we did not use it.',
  denied: 'The sign-in was cancelled.',
  providerError: 'The sign-in page reported a problem.',
  refused: 'The sign-in was no longer valid when it arrived here.',
  network: 'The connection broke while we signed you in. Nothing was lost: sign in again.',
  badToken: 'The proof of your sign-in did not pass our checks, so we did not use it.',
  unavailable: 'We can’t reach the sign-in page. Check your connection, then try again.',
})

export type HostedLoginTexts = (typeof hostedLoginMessages)['texts']
