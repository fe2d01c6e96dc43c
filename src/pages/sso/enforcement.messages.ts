import { defineMessages } from '../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const enforcementMessages = defineMessages('adminPortal.sso.enforcement', {
  title: 'Require single sign-on',
  off: 'Users of your domains can also sign in with a password, code, passkey, or social account.',
  on: {
    one: 'Users of your domains must sign in with this connection. {{count}} user is exempt.',
    other: 'Users of your domains must sign in with this connection. {{count}} users are exempt.',
  },
  notReady: 'Turn on this connection and verify a domain first.',
  require: 'Require single sign-on',
  change: 'Edit exempt users',
  stop: 'Stop requiring',
  dialogTitle: 'Require single sign-on?',
  dialogText:
    'Users of {{domains}} can then sign in only with this connection. Passwords, codes, passkeys, and social accounts stop working for them in this account.',
  untested:
    'No sign-in has worked with the current settings. Test the connection first, so that a mistake doesn’t lock users out.',
  signedOut: {
    one: '{{count}} user will be signed out, and can sign in again with single sign-on.',
    other: '{{count}} users will be signed out, and can sign in again with single sign-on.',
  },
  lost: { one: '{{count}} user will lose access.', other: '{{count}} users will lose access.' },
  refused: 'No administrator could sign in anymore. Test the connection, or exempt an administrator.',
  callerLost: 'You would lose access yourself. Test the connection, or exempt yourself.',
  callerSignedOut: 'You’ll be signed out, too, and can sign in again with single sign-on.',
  administrators: 'Administrators',
  administratorsHint: 'Exempt at least one, so that you can get in if your identity provider is unavailable.',
  others: 'Other exempt users',
  othersHint: 'Users without an account at your identity provider, such as contractors.',
  noOthers: 'No other user is exempt.',
  remove: 'Remove {{name}}',
  add: 'Exempt another user',
  isAdministrator: 'Administrators are listed above',
  exempt: '{{name}} may sign in another way',
  wayIn_sso: 'Single sign-on',
  wayIn_other: 'Keeps other ways',
  wayIn_none: 'Can’t sign in',
  loading: 'Checking who keeps access…',
  failed: 'Couldn’t check who keeps access',
  retry: 'Try again',
})

export type EnforcementTexts = (typeof enforcementMessages)['texts']
