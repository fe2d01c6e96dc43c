import { defineMessages } from '../../feature/messages.ts'

export const openAppMessages = defineMessages('loginBox.openApp', {
  title: 'Open the app',
  description: 'You’re signed in. Go on in the app, or stay in this browser.',
  descriptionWithoutApp: 'You’re signed in. Go on in this browser.',
  buttonText: 'Open the app',
  continueHere: 'Continue here',
  backToLogin: 'Back to sign-in',
  signedOutTitle: 'Sign in first',
  signedOutDescription: 'You are not signed in in this browser.',
})

export type OpenAppTexts = (typeof openAppMessages)['texts']
