import { defineMessages } from '../../i18n/messages.ts'

export const openAppMessages = defineMessages('loginBox.openApp', {
  title: 'Open the app',
  description: 'You’re signed in. Continue in the app or in this browser.',
  titleWithoutApp: 'You’re signed in',
  descriptionWithoutApp: 'Continue in this browser.',
  buttonText: 'Open the app',
  continueHere: 'Continue in browser',
  signIn: 'Sign in',
  signedOutTitle: 'Sign in first',
  signedOutDescription: 'Sign in to continue to the app.',
})

export type OpenAppTexts = (typeof openAppMessages)['texts']
