import { defineMessages } from '../../../i18n/messages.ts'

export const accountEntryMessages = defineMessages('adminPortal.accountEntry', {
  title: 'Confirm it’s you to open {{name}}',
  loading: 'Loading',
  ownText:
    'You signed in through the identity provider of another account, which {{name}} doesn’t use. Confirm it’s you in one of these ways.',
  noWayText:
    'You signed in through the identity provider of another account, which {{name}} doesn’t use, and you don’t have a password or passkey of your own. To set a password, sign out and choose “Forgot password?” on the sign-in page. An administrator of {{name}} can help you, too.',
  ssoText: '{{name}} requires single sign-on. You leave this page for it, so unsaved changes are lost.',
  overTitle: 'Sign in again to open {{name}}',
  overText:
    'Your session is older than {{name}} allows, or a newer session took its place. Sign out here, then sign in again.',
  signOut: 'Sign out',
  passwordLabel: 'Your password',
  passwordSubmit: 'Continue',
  passkey: 'Use a passkey',
  provider: 'Continue with single sign-on',
  cancel: 'Cancel',
  retry: 'Try again',
})

export type AccountEntryTexts = (typeof accountEntryMessages)['texts']
