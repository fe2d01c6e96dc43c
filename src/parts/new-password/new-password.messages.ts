import { defineMessages } from '../../feature/messages.ts'

export const newPasswordMessages = defineMessages('custom.newPassword', {
  signUpLabel: 'Password',
  label: 'New password',
  confirmLabel: 'Repeat the password',
  isRequired: 'Enter a password.',
  isTooWeak: 'This password does not meet the rules yet.',
  confirmIsRequired: 'Enter the password a second time.',
  mustMatch: 'The two passwords differ.',
  rulesTitle: { one: 'At least {{count}} of the kinds below', other: 'At least {{count}} of the kinds below' },
  length: '{{count}} characters or more',
  lower: 'Lower-case letter',
  upper: 'Capital letter',
  digit: 'Digit',
  special: 'Special character',
  phrase: 'Or any phrase of {{count}} characters or more',
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
