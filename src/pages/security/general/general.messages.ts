import { defineMessages } from '../../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const generalMessages = defineMessages('adminPortal.security.general', {
  title: 'General settings',
  loading: 'Loading',
  loadFailed: 'We couldn’t load this setting',
  retry: 'Try again',
  nothingTitle: 'No general settings',
  nothingText: 'The general settings of this account are turned off here.',
  mfaTitle: 'Two-factor authentication',
  mfaText: 'Choose who needs a second factor, such as an authenticator app, to sign in.',
  mfaLabel: 'Who needs a second factor',
  mfaDontForce: 'Optional',
  mfaDontForceText: 'Users choose whether to set up a second factor.',
  mfaForceExceptSAML: 'Required, except with single sign-on',
  mfaForceExceptSAMLText:
    'Users who sign in through your identity provider don’t need a second factor here. All others do.',
  mfaForce: 'Required for everyone',
  mfaForceText: 'All users need a second factor, including those who use single sign-on.',
  mfaEnrollment: 'Users without a second factor are asked to set one up at their next sign-in.',
  /** Shown if the app has no name. */
  appUnnamed: 'The vendor',
  mfaFloor: '{{app}} requires at least “{{choice}}”.',
  lockoutTitle: 'User lockout',
  lockoutText: 'Lock users out after too many failed sign-in attempts. They can reset their password to get back in.',
  lockoutLabel: 'Failed attempts before lockout',
  lockoutOn: {
    one: 'Users are locked out after {{count}} failed attempt.',
    other: 'Users are locked out after {{count}} failed attempts.',
  },
  lockoutOff: 'Users aren’t locked out after failed attempts.',
  lockoutFloor: {
    one: '{{app}} requires a lockout after {{count}} attempt.',
    other: '{{app}} requires a lockout after {{count}} attempts or fewer.',
  },
  historyTitle: 'Password history',
  historyText: 'Stop users from choosing a password they used recently.',
  historyLabel: 'Passwords to remember',
  historyOn: {
    one: 'Users can’t choose their last password again.',
    other: 'Users can’t choose any of their last {{count}} passwords again.',
  },
  historyOff: 'Users can choose earlier passwords again.',
  historyFloor: {
    one: '{{app}} requires at least {{count}} password.',
    other: '{{app}} requires at least {{count}} passwords.',
  },
  tokensTitle: 'API tokens',
  tokensText: 'Require new API tokens to expire. Existing tokens keep their expiration.',
  tokensLabel: 'Maximum lifetime in days',
  tokensOn: {
    one: 'New API tokens expire after {{count}} day at the latest.',
    other: 'New API tokens expire after {{count}} days at the latest.',
  },
  tokensOff: 'API tokens don’t have to expire.',
  vendorTitle: 'Set by the vendor',
  vendorText: 'These apply to all accounts and can’t be changed here.',
  passwordRules: 'Password rules',
  passwordLength: 'From {{min}} to {{max}} characters',
  passwordTests: {
    one: 'At least {{count}} of: lowercase letter, uppercase letter, number, special character',
    other: 'At least {{count}} of: lowercase letter, uppercase letter, number, special character',
  },
  passwordPhrase: 'Passphrases of {{count}} or more characters need no mix of characters',
  captcha: 'Captcha',
  captchaOn: 'Sign-up and sign-in are protected from bots.',
  captchaOff: 'No captcha is used.',
  saved: 'General settings saved',
})

export type GeneralTexts = (typeof generalMessages)['texts']
