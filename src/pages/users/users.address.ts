import { type LinkedDialog, linkedDialogFrom, writeLinkedDialog } from '../../parts/record-list/linked-dialog.ts'
import { queryFromSearch, searchFromQuery, type UsersQuery } from './users.query.ts'
import type { UsersDialog, UsersState } from './users.state.ts'

const LINKED = ['invite', 'link', 'settings', 'import', 'details', 'roles', 'groups', 'extend', 'remove'] as const

/** What a deep link says: the list, and the dialog that is open; `roles` and `remove` may be about several people. */
export interface UsersAddress {
  query: UsersQuery
  dialog: LinkedDialog<(typeof LINKED)[number]> | undefined
}

const SEPARATOR = ','

/** The people a dialog is about. */
export const idsOf = ({ id }: NonNullable<UsersAddress['dialog']>): string[] => id.split(SEPARATOR).filter(Boolean)

export const usersAddressFrom = (search: string): UsersAddress => ({
  query: queryFromSearch(search),
  dialog: linkedDialogFrom(new URLSearchParams(search), LINKED),
})

export const writeUsersAddress = ({ query, dialog }: UsersAddress): string => {
  const params = new URLSearchParams(searchFromQuery(query))
  writeLinkedDialog(dialog, params)
  return params.toString()
}

const linkOf = (dialog: UsersDialog): UsersAddress['dialog'] => {
  if (dialog.kind === 'details') return { name: dialog.kind, id: dialog.userId }
  if ('members' in dialog) return { name: dialog.kind, id: dialog.members.map(({ id }) => id).join(SEPARATOR) }
  return { name: dialog.kind, id: 'member' in dialog ? dialog.member.id : '' }
}

/** Everything of the state that belongs into the address. */
export const addressOfUsers = ({ query, dialog }: Pick<UsersState, 'query' | 'dialog'>): string =>
  writeUsersAddress({ query, dialog: dialog ? linkOf(dialog) : undefined })
