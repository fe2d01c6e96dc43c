import { defineMessages } from '../../../feature/messages.ts'

export const commandBarMessages = defineMessages('adminPortal.commandBar', {
  label: 'Search or jump to',
  placeholder: 'Search or jump to…',
  results: 'Results',
  groupPages: 'Pages',
  groupActions: 'Actions',
  switchTo: 'Switch to {{name}}',
  signOut: 'Sign out',
  count: { zero: 'No results', one: '{{count}} result', other: '{{count}} results' },
  nothing: 'No results for “{{text}}”',
  searching: 'Searching',
  failed: 'Users, groups, roles, and accounts couldn’t be searched. {{reason}}',
  close: 'Close',
  hintMove: 'to move',
  hintOpen: 'to open',
  hintClose: 'to close',
})

export type CommandBarTexts = (typeof commandBarMessages)['texts']
