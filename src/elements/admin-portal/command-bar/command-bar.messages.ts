import { defineMessages } from '../../../i18n/messages.ts'

export const commandBarMessages = defineMessages('adminPortal.commandBar', {
  label: 'Search or jump to',
  placeholder: 'Search or jump to…',
  results: 'Results',
  groupRecent: 'Recent',
  groupPages: 'Pages',
  groupActions: 'Actions',
  switchTo: 'Switch to {{name}}',
  switchKeywords: 'account tenant change',
  signOut: 'Sign out',
  signOutKeywords: 'log out logout leave exit',
  open: 'Open',
  moreOf: 'Right arrow for actions',
  back: 'Back to search',
  actionsOf: 'Actions for {{name}}',
  count: { zero: 'No results', one: '{{count}} result', other: '{{count}} results' },
  nothing: 'No results for “{{text}}”',
  searching: 'Searching',
  failed: 'Users, groups, roles, and accounts couldn’t be searched. {{reason}}',
  close: 'Close',
  hintMove: 'to move',
  hintOpen: 'to open',
  hintActions: 'for actions',
  hintBack: 'to go back',
  hintClose: 'to close',
})

export type CommandBarTexts = (typeof commandBarMessages)['texts']
