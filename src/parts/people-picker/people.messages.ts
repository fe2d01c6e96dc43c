import { defineMessages } from '../../feature/messages.ts'

export const peopleMessages = defineMessages('adminPortal.people', {
  search: 'Search name or email',
  none: 'No one here yet.',
  noMatch: 'No one matches.',
  more: 'Show more',
  retry: 'Try again',
  total: { one: '{{count}} person', other: '{{count}} people' },
  choose: 'Choose {{name}}',
})
