import { defineMessages } from '../../../feature/messages.ts'

/** Words of the dialogs that few visits open. */
export const moreMessages = defineMessages('adminPortal.usersMore', {
  groupsTitle: 'Groups of {{name}}',
  groupsLabel: 'Groups',
  groupsPlaceholder: 'Choose groups',
  groupsHint: 'The roles of a group come on top of the person’s own.',
  groupsDirectory: 'Kept by your company directory: {{names}}',
  settingsTitle: 'Joining settings',
  settingsDescription: 'How people come to {{tenant}}.',
  linksAllowed: 'Invite links',
  linksAllowedHint: 'Turned off, links that are around stop working.',
  linksEmails: 'Email invite links',
  linksEmailsHint: 'Whoever makes a link may have it sent by email.',
  temporary: 'Temporary users',
  temporaryHint: 'People can be invited for some days only.',
  settingsUnknown: 'This application does not let you change these settings.',
  loading: 'Loading',
  save: 'Save',
  close: 'Close',
  cancel: 'Cancel',
})
