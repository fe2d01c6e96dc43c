import { defineMessages } from '../../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const sessionsMessages = defineMessages('adminPortal.security.sessions', {
  title: 'Session management',
  loading: 'Loading session settings',
  loadFailedTitle: 'We couldn’t load the session settings',
  retry: 'Try again',
  nothingTitle: 'No session settings',
  nothingText: 'The session settings of this account are turned off here.',
  idleTitle: 'Idle session timeout',
  idleText: 'Sign users out after a period of inactivity.',
  idleLabel: 'Sign out after',
  idleOn: 'Users are signed out after {{time}} of inactivity.',
  idleOff: 'Users aren’t signed out when they’re inactive.',
  reLoginTitle: 'Sign-in frequency',
  reLoginText: 'Require users to sign in again after a set time, even if they’re active.',
  reLoginLabel: 'Require sign-in every',
  reLoginOn: 'Users must sign in again every {{time}}.',
  reLoginOff: 'Users stay signed in until they sign out.',
  concurrentTitle: 'Concurrent sessions',
  concurrentText: 'Limit how many sessions a user can have at once. A new sign-in ends the oldest session.',
  concurrentLabel: 'Maximum sessions per user',
  concurrentOn: {
    one: 'Each user can have {{count}} session at once.',
    other: 'Each user can have {{count}} sessions at once.',
  },
  concurrentOff: 'Users can have any number of sessions at once.',
  saved: 'Session settings saved',
})

export type SessionsTexts = (typeof sessionsMessages)['texts']
