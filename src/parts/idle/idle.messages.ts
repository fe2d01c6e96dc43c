import { defineMessages } from '../../i18n/messages.ts'

export const idleMessages = defineMessages('custom.idle', {
  idleTitle: 'Are you still there?',
  idleText: 'To protect your account, you’ll be signed out soon because of inactivity.',
  absoluteTitle: 'Your session is about to end',
  absoluteText: 'You’ll need to sign in again. Save your work now.',
  left: { one: '{{count}} second left', other: '{{count}} seconds left' },
  stay: 'Stay signed in',
  signOut: 'Sign out',
  understood: 'Got it',
})
