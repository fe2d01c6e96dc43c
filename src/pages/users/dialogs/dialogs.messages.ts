import { defineMessages } from '../../../feature/messages.ts'

/** Words of dialogs alone; the same path, so that a host finds all texts of the page in one place. */
export const dialogsMessages = defineMessages('adminPortal.users', {
  linkTitle: 'Invite link',
  linkDescription: 'Anyone with this link can join {{tenant}} until it expires. Share it with care.',
  linkNone: 'There is no active link. A new link works for 30 days.',
  linkCreate: 'Create link',
  linkCopy: 'Copy link',
  linkLabel: 'Link',
  linkExpires: 'Expires {{date}}',
  linkValidity: 'Expiration',
  linkValidityKeep: 'Keep {{date}}',
  linkValidityDays: { one: 'In {{count}} day', other: 'In {{count}} days' },
  linkEmail: 'Email this link to me',
  linkRevoke: 'Revoke link',
  linkRevokeTitle: 'Revoke this link?',
  linkRevokeText: 'People who have it can no longer join {{tenant}}. Those who already joined stay.',
  linkDisabled: 'Invite links are turned off for this application.',
  extendTitle: 'Extend access of {{name}}',
  extendText: 'Access now ends {{date}}. The new period starts today.',
  extendLabel: 'Access from today',
  extendSubmit: 'Extend access',
  retry: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  expirationDays: { one: 'For {{count}} day', other: 'For {{count}} days' },
})
