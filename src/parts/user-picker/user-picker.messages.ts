import { defineMessages } from '../../i18n/messages.ts'

export const userPickerMessages = defineMessages('adminPortal.people', {
  search: 'Search by name or email',
  none: 'No users yet',
  noMatch: 'No users match your search.',
  more: 'Show more',
  retry: 'Try again',
  total: { one: '{{count}} user', other: '{{count}} users' },
  choose: 'Select {{name}}',
})
