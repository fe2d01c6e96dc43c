import { defineMessages } from '../../i18n/messages.ts'

/** Hosts override these texts by key, so a released key keeps its name. */
export const guardMessages = defineMessages('adminPortal.security.guard', {
  confirmTitle: 'Save this change?',
  lockoutTitle: 'You’ll lose access',
  refusedTitle: 'This change can’t be saved',
  refusedText:
    'It would lock every administrator out of {{tenant}}. Change it so that at least one administrator keeps access.',
  signedOut: { one: '{{count}} user will be signed out now.', other: '{{count}} users will be signed out now.' },
  now: { one: '{{count}} user will lose access now.', other: '{{count}} users will lose access now.' },
  nextSignIn: {
    one: '{{count}} user won’t be able to sign in again.',
    other: '{{count}} users won’t be able to sign in again.',
  },
  toEnroll: {
    one: '{{count}} user without a second factor will be asked to set one up at their next sign-in.',
    other: '{{count}} users without a second factor will be asked to set one up at their next sign-in.',
  },
  apiTokens: { one: '{{count}} API token will stop working.', other: '{{count}} API tokens will stop working.' },
  callerSignedOut: 'You’ll be signed out too, and can sign in again.',
  callerNow: 'You’ll lose access to {{tenant}} now.',
  callerNextSignIn: 'You won’t be able to sign in to {{tenant}} again.',
  sample: 'Affected: {{names}}.',
  more: { one: '{{count}} more user', other: '{{count}} more users' },
  typeName: 'Type {{tenant}} to confirm',
  save: 'Save changes',
  saveAndSignOut: { one: 'Save and sign out {{count}} user', other: 'Save and sign out {{count}} users' },
  saveAnyway: 'Save anyway',
  cancel: 'Cancel',
  close: 'Keep editing',
})

export type GuardTexts = (typeof guardMessages)['texts']
