import { defineMessages } from '../../../i18n/messages.ts'

/** Names of the facts about a user. They load with the details, and have the path of the page's texts. */
export const factsMessages = defineMessages('adminPortal.users', {
  detailPhone: 'Phone',
  detailManagedBy: 'Managed by',
  detailAccounts: 'Accounts',
  detailGroups: 'Groups',
  detailAccess: 'Access ends',
  copyOf: 'Copy {{label}}',
  yes: 'Yes',
  no: 'No',
})
