import { defineMessages } from '../../../feature/messages.ts'

/** Keys that the contract notes name (f.1 `login`) keep their names, so that a host's texts fit. */
export const signInOptionsMessages = defineMessages('loginBox.login', {
  cookiesOff: 'Your browser takes no cookies',
  cookiesOffText: 'You can sign in, but only until you leave this page. Allow cookies for this site to stay signed in.',
  or: 'or',
  signInWithPasskey: 'Sign in with a passkey',
  touchId: 'Sign in with this device',
  android: 'Sign in with this phone',
  usb: 'Sign in with a security key',
  sms: 'Sign in with a text message',
  quickWaiting: 'Follow what your browser asks.',
  quickCancel: 'Cancel',
  quickSetUp: 'Set up for next time:',
  quickInternal: 'this device',
  quickAndroid: 'this phone',
  quickUsb: 'a security key',
  quickSms: 'text message',
  registerNewQuickLoginTitle: 'Sign in once as usual',
  registerNewQuickLoginSubtitle: 'Right after that we set it up for the next time.',
  quickNotNow: 'Never mind',
  securedBy: 'Secured by Front Entry',
})

export type SignInOptionsTexts = (typeof signInOptionsMessages)['texts']
