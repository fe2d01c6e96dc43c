import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import type { LinkedDialog } from '../../parts/record-list/linked-dialog.ts'
import { type UsersQuery, usersQueryCodec } from './users.query.ts'
import type { UsersDialog, UsersState } from './users.state.ts'

const SEPARATOR = ','

/** Returns the ids of the users that a dialog refers to. */
export const idsOf = ({ id }: Pick<LinkedDialog<string>, 'id'>): string[] => id.split(SEPARATOR).filter(Boolean)

const linkOf = (dialog: UsersDialog) => {
  if (dialog.kind === 'details') return { name: dialog.kind, id: dialog.userId }
  if ('members' in dialog) return { name: dialog.kind, id: dialog.members.map(({ id }) => id).join(SEPARATOR) }
  return { name: dialog.kind, id: 'member' in dialog ? dialog.member.id : '' }
}

export const usersUrl: PageUrl<UsersState, UsersQuery> = {
  place: usersQueryCodec,
  placeOf: ({ list }) => list.query,
  linkOf,
}
