import { defineMessages } from '../../feature/messages.ts'

export const newPasswordMessages = defineMessages('custom.newPassword', {
  signUpLabel: 'Password',
  label: 'New password',
  confirmLabel: 'Confirm password',
  isRequired: 'Enter a password.',
  isTooWeak: 'This password doesn’t meet the requirements.',
  confirmIsRequired: 'Enter the password again.',
  mustMatch: 'The passwords don’t match.',
  rulesTitle: { one: 'At least {{count}} of the following', other: 'At least {{count}} of the following' },
  length: 'At least {{count}} characters',
  lower: 'Lowercase letter',
  upper: 'Uppercase letter',
  digit: 'Number',
  special: 'Special character',
  phrase: 'Or any passphrase of at least {{count}} characters',
  met: 'met',
  notMet: 'not met yet',
  strength: 'Password strength: {{grade}}',
  veryWeak: 'very weak',
  weak: 'weak',
  good: 'good',
  strong: 'strong',
  veryStrong: 'very strong',
})

export type NewPasswordTexts = (typeof newPasswordMessages)['texts']
