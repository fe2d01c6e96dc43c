import { defineMessages } from '../../../i18n/messages.ts'

export const deletionMessages = defineMessages('adminPortal.accountDeletion', {
  title: 'Delete this account',
  text: 'Deletes {{name}} with all of its data after 14 days. Until then, every administrator can cancel.',
  loading: 'Loading the deletion of this account',
  loadFailed: 'We couldn’t check whether this account is scheduled for deletion',
  retry: 'Try again',
  cancel: 'Cancel',
  deleteButton: 'Delete account',
  pendingTitle: 'This account will be deleted',
  pendingText: '{{email}} requested it. Members were notified by email. It will be deleted on',
  keepButton: 'Cancel deletion',
  dialogTitle: 'Delete {{name}}?',
  dialogSubmit: 'Delete {{name}}',
  dialogText:
    'All members get an email. After 14 days we delete the account with its users, roles, tokens, and settings. Users who belong to other accounts keep those. Sub-accounts must be deleted or moved first.',
  typeName: 'Type {{name}} to confirm',
  typeNameWrong: 'Type {{name}} exactly.',
  password: 'Current password',
  passwordRequired: 'Enter your current password.',
  keepTitle: 'Keep {{name}}?',
  keepText: 'The account won’t be deleted. All members get an email.',
  keepClose: 'Close',
  canceled: 'Deletion canceled',
})

export type DeletionTexts = (typeof deletionMessages)['texts']
