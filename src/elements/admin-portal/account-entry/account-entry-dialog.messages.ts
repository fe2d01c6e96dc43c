import { defineMessages } from '../../../i18n/messages.ts'

export const accountEntryMessages = defineMessages('adminPortal.accountEntry', {
  title: 'Confirm it’s you to open {{name}}',
  loading: 'Loading',
  ownText:
    'You signed in through the identity provider of another account, which {{name}} doesn’t use. Confirm it’s you in one of these ways.',
  noWayText:
    'You signed in through the identity provider of another account, which {{name}} doesn’t use, and you don’t have a password or passkey of your own. To set a password, sign out and choose “Forgot password?” on the sign-in page. An administrator of {{name}} can help you, too.',
  ssoText: '{{name}} requires single sign-on. You’ll leave this page, so unsaved changes will be lost.',
  overTitle: 'Sign in again to open {{name}}',
  overText:
    'Your session is older than {{name}} allows, or a newer session took its place. Sign out here, then sign in again.',
  signOut: 'Sign out',
  passwordLabel: 'Your password',
  passwordSubmit: 'Continue',
  passkey: 'Use a passkey',
  provider: 'Continue with single sign-on',
  withheldTitle: 'Confirm it’s you to use all your permissions',
  withheldText:
    'Your single sign-on doesn’t cover all of your permissions. The others take effect once you confirm it’s you with your own password or passkey, or once an administrator confirms the connection on the single sign-on page.',
  withheldNoWayText:
    'Your single sign-on doesn’t cover all of your permissions. The others take effect once an administrator confirms the connection on the single sign-on page, or once you confirm it’s you with a password or passkey of your own. You don’t have one yet.',
  voucherTitle: 'Confirm it’s you to change who vouches',
  voucherText:
    'You signed in with single sign-on. Before you create a connection, or change who vouches for one or for an API token, confirm it’s you with your own password or passkey.',
  voucherNoWayText:
    'You signed in with single sign-on. Before you create a connection, or change who vouches for one or for an API token, confirm it’s you with a password or passkey of your own. You don’t have one yet. An administrator who has one can make this change, too.',
  sendPasswordLink: 'Email me a link to set a password',
  passwordLinkHint:
    'Stay signed in here. Where single sign-on is required, you can’t sign in again before an administrator confirms the connection.',
  passwordLinkSent: 'We emailed you a link. Set a password with it, then come back here and choose “Try again”.',
  cancel: 'Cancel',
  retry: 'Try again',
})

export type AccountEntryTexts = (typeof accountEntryMessages)['texts']
