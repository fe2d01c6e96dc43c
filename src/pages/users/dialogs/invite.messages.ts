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
