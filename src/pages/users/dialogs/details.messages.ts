import { defineMessages } from '../../../i18n/messages.ts'

/** Texts of the details of one user. */
export const detailsMessages = defineMessages('adminPortal.usersDetails', {
  accessTitle: 'Access',
  rolesLabel: 'Roles',
  rolesPlaceholder: 'Select roles',
  groupsLabel: 'Groups',
  groupsPlaceholder: 'Select groups',
  groupsDirectory: 'Synced from your company directory: {{names}}',
  save: 'Save',
  discard: 'Discard',
  factorsTitle: 'Two-factor authentication',
  factorsNone: 'No second factor',
  factorsElsewhere: 'This user also belongs to other accounts. They manage their second factors themselves.',
  factorApp: 'Authenticator app',
  factorSms: 'Text message',
  factorEmail: 'Email code',
  factorPasskey: 'Passkey or security key',
  addedAt: 'Added {{date}}',
  usedAt: 'Last used {{date}}',
  reset: 'Reset',
  resetTitle: 'Reset two-factor authentication for {{name}}?',
  resetText:
    'All of {{name}}’s second factors are removed. They get an email and sign in without one until they add another.',
  resetConfirm: 'Reset two-factor authentication',
  cancel: 'Cancel',
  sessionsTitle: 'Active sessions',
  sessionsNone: 'Not signed in',
  endSessions: 'Sign out everywhere',
  thisDevice: 'This device',
  unknownDevice: 'Unknown device',
  browserOn: '{{browser}} on {{system}}',
  activityTitle: 'Recent activity',
  activityNone: 'No activity yet',
  factsTitle: 'Details',
  loading: 'Loading',
  failed: 'We couldn’t load this.',
  retry: 'Try again',
})

/** Names of the facts about a user. They load with the details, and have the path of the page's texts. */
export const factsMessages = defineMessages('adminPortal.users', {
  detailsLabel: 'Details of {{name}}',
  detailPhone: 'Phone',
  detailManagedBy: 'Managed by',
  detailAccounts: 'Accounts',
  detailGroups: 'Groups',
  detailAccess: 'Access ends',
  copyOf: 'Copy {{label}}',
  yes: 'Yes',
  no: 'No',
})
