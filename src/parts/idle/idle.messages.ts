import { defineMessages } from '../../feature/messages.ts'

export const idleMessages = defineMessages('custom.idle', {
  idleTitle: 'Are you still there?',
  idleText: 'Nothing was done for a while. To protect your account you are signed out soon.',
  absoluteTitle: 'You are signed out soon',
  absoluteText: 'Your organisation asks everybody to sign in again after a while. Save your work now.',
  left: { one: '{{count}} second left', other: '{{count}} seconds left' },
  stay: 'Stay signed in',
  signOut: 'Sign out now',
  understood: 'Got it',
})
