import { defineMessages } from '../../../i18n/messages.ts'

/** Texts of the invite dialog. They load with it, and have the path of the page's texts. */
export const inviteMessages = defineMessages('adminPortal.users', {
  inviteTitle: 'Invite users',
  inviteDescription: 'Each user gets an email with a link to join {{tenant}}.',
  inviteSubmit: { one: 'Send invitation', other: 'Send {{count}} invitations' },
  inviteFailures: { one: '{{count}} invitation wasn’t sent', other: '{{count}} invitations weren’t sent' },
  bulkLabel: 'Email addresses',
  bulkFormHelper: 'Separate emails with commas, or paste a list.',
  removeEmail: 'Remove {{email}}',
  emailIsRequired: 'Enter at least one email.',
  emailMustBeValid: 'Fix the marked emails. Enter them like ada@company.com.',
  emailIsForeign: 'Fix the marked emails. Before the @, use letters from a to z.',
  fullNameInputLabel: 'Name',
  phoneInputLabel: 'Phone number',
  optional: '{{label}} (optional)',
  nameIsRequired: 'Enter a name.',
  phoneIsRequired: 'Enter a phone number.',
  phoneIsInvalid: 'Enter a valid phone number, like +1 555 010 0100.',
  rolesHint: 'Roles decide what users can do. You can change them later.',
  expirationLabel: 'Access duration',
  expirationNever: 'Permanent',
  expirationDays: { one: 'For {{count}} day', other: 'For {{count}} days' },
  rolesInputLabel: 'Roles',
  rolesInputPlaceholder: 'Select roles',
  cancel: 'Cancel',
})

export type InviteTexts = (typeof inviteMessages)['texts']

/** Texts of the invite link, at the page's own path. */
export const inviteLinkMessages = defineMessages('adminPortal.users', {
  linkTitle: 'Invite link',
  linkDescription: 'Anyone with this link can join {{tenant}} until it expires. Share it only with those you trust.',
  linkNone: 'There’s no active invite link. A new link expires after 30 days.',
  linkCreate: 'Create link',
  linkCopy: 'Copy link',
  linkCopied: 'Invite link copied',
  linkCopyFailed: 'Copying is blocked here. Select the link instead.',
  linkLabel: 'Link',
  linkExpires: 'Expires {{date}}',
  linkValidity: 'Expiration',
  linkValidityKeep: 'Keep {{date}}',
  linkValidityDays: { one: 'In {{count}} day', other: 'In {{count}} days' },
  linkEmail: 'Email it to me',
  linkRevoke: 'Revoke link',
  linkRevokeTitle: 'Revoke link?',
  linkRevokeText: 'The link stops working. Users who already joined {{tenant}} aren’t affected.',
  linkDisabled: 'Invite links are turned off for this application.',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
})

/** Texts of the invitation settings, at the path of rarely opened dialogs. */
export const invitationSettingsMessages = defineMessages('adminPortal.usersMore', {
  settingsTitle: 'Invitation settings',
  settingsDescription: 'How users join {{tenant}}.',
  linksAllowed: 'Invite links',
  linksAllowedHint: 'When off, existing links stop working.',
  linksEmails: 'Email invite links',
  linksEmailsHint: 'Users who create a link can have it sent by email.',
  temporary: 'Temporary users',
  temporaryHint: 'Users can be invited for a limited number of days.',
  save: 'Save',
  cancel: 'Cancel',
})
