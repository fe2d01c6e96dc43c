import { defineMessages } from '../../i18n/messages.ts'

export const recordListMessages = defineMessages('adminPortal.list', {
  forbiddenTitle: 'You don’t have access to this list',
  forbiddenText: 'An administrator can change your roles. {{reason}}',
  ipRefusedTitle: 'You can’t access this list from your network',
  filters: 'Filters',
  retry: 'Try again',
})
