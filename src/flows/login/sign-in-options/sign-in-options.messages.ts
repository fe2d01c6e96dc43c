import { defineMessages } from '../../../i18n/messages.ts'

/** Keys that hosts set under `localizations.loginBox.login` keep their names. */
export const signInOptionsMessages = defineMessages('loginBox.login', {
  cookiesOff: 'Cookies are blocked in your browser',
  cookiesOffText:
    'You can sign in, but you’ll be signed out when you leave this page. Allow cookies for this site to stay signed in.',
  ipRefused: 'You can’t access your account from this network',
  or: 'or',
  signInWithPasskey: 'Sign in with a passkey',
  touchId: 'Sign in with this device',
  android: 'Sign in with this phone',
  usb: 'Sign in with a security key',
  sms: 'Sign in with a text message',
  quickWaiting: 'Follow the instructions in your browser.',
  quickCancel: 'Cancel',
  quickSetUp: 'Sign in faster next time with',
  quickInternal: 'this device',
  quickAndroid: 'this phone',
  quickUsb: 'a security key',
  quickSms: 'a text message',
  registerNewQuickLoginTitle: 'Sign in as usual first',
  registerNewQuickLoginSubtitle: 'We’ll help you set this up right after you sign in.',
  quickNotNow: 'Cancel',
  securedBy: 'Secured by Front Entry',
})

export type SignInOptionsTexts = (typeof signInOptionsMessages)['texts']
