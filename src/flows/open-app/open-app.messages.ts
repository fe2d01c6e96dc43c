import { defineMessages } from '../../feature/messages.ts'

export const openAppMessages = defineMessages('loginBox.openApp', {
  title: 'Open the app',
  description: 'You’re signed in. Continue in the app or in this browser.',
  descriptionWithoutApp: 'You’re signed in. Continue in this browser.',
  buttonText: 'Open the app',
  continueHere: 'Continue in browser',
  backToLogin: 'Back to sign-in',
  signedOutTitle: 'Sign in first',
  signedOutDescription: 'You’re not signed in to this browser.',
})

export type OpenAppTexts = (typeof openAppMessages)['texts']
