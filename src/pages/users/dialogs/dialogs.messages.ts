import { defineMessages } from '../../../feature/messages.ts'

/** Texts of dialogs only, at the page's own path, so that a host finds all of them in one place. */
export const dialogsMessages = defineMessages('adminPortal.users', {
  linkTitle: 'Invite link',
  linkDescription: 'Anyone with this link can join {{tenant}} until it expires. Only share it with users you trust.',
  linkNone: 'There’s no active invite link. A new link expires after 30 days.',
  linkCreate: 'Create link',
  linkCopy: 'Copy link',
  linkLabel: 'Link',
  linkExpires: 'Expires {{date}}',
  linkValidity: 'Expiration',
  linkValidityKeep: 'Keep {{date}}',
  linkValidityDays: { one: 'In {{count}} day', other: 'In {{count}} days' },
  linkEmail: 'Email it to me',
  linkRevoke: 'Revoke link',
  linkRevokeTitle: 'Revoke this link?',
  linkRevokeText: 'The link stops working. Users who already joined {{tenant}} aren’t affected.',
  linkDisabled: 'Invite links are turned off for this application.',
  extendTitle: 'Extend access for {{name}}',
  extendText: 'Access currently ends on {{date}}. The new period starts today.',
  extendLabel: 'New duration',
  extendSubmit: 'Extend access',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  expirationDays: { one: 'For {{count}} day', other: 'For {{count}} days' },
})
