import { defineMessages } from '../../../feature/messages.ts'

/** Texts of dialogs that are rarely opened. */
export const moreMessages = defineMessages('adminPortal.usersMore', {
  groupsTitle: 'Edit groups of {{name}}',
  groupsLabel: 'Groups',
  groupsPlaceholder: 'Select groups',
  groupsHint: 'Users get the roles of their groups in addition to their own.',
  groupsDirectory: 'Managed by your company directory: {{names}}',
  settingsTitle: 'Invitation settings',
  settingsDescription: 'How users join {{tenant}}.',
  linksAllowed: 'Invite links',
  linksAllowedHint: 'When off, existing links stop working.',
  linksEmails: 'Email invite links',
  linksEmailsHint: 'Users who create a link can have it sent by email.',
  temporary: 'Temporary users',
  temporaryHint: 'Users can be invited for a limited number of days.',
  loading: 'Loading',
  save: 'Save',
  close: 'Close',
  cancel: 'Cancel',
})
