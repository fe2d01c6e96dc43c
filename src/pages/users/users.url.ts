import type { Member } from '../../contract/users.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import { isFromDirectory } from './users.member.ts'
import { type UsersQuery, usersQueryCodec } from './users.query.ts'
import { canFilter, newDraft, type UsersDialog, type UsersState } from './users.state.ts'

const SEPARATOR = ','

/** Returns the ids of the users that a dialog refers to. */
const idsOf = ({ id }: Pick<LinkedDialog<string>, 'id'>): string[] => id.split(SEPARATOR).filter(Boolean)

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

type Link = LinkedDialog<string>
type Offered = Readonly<Record<string, UsersDialog | false | undefined>>

const isOf = ({ viewer }: UsersState, { tenantId }: Member) => !tenantId || tenantId === viewer?.tenantId

/** Returns the users of a link; none if one of them is missing in the list or belongs to another account. */
const membersOf = (state: UsersState, link: Link): readonly Member[] => {
  const ids = idsOf(link)
  const found = state.list.rows.filter((user) => ids.includes(user.id) && isOf(state, user))
  return found.length === ids.length ? found : []
}

const dialogOfMembers = (state: UsersState, link: Link): UsersDialog | undefined => {
  const { viewer, extras, groups } = state
  const members = membersOf(state, link)
  const [member] = members
  if (!member || !viewer) return undefined
  const { may, id } = viewer
  const isOne = members.length === 1
  const offered: Offered = {
    roles: may.editRoles && { kind: 'roles', members },
    remove: may.remove && members.every((one) => one.id !== id && !isFromDirectory(one)) && { kind: 'remove', members },
    groups: may.editGroups && extras.groups && groups.length > 0 && isOne && { kind: 'groups', member },
    addToGroups: may.editGroups && extras.groups && groups.length > 0 && { kind: 'addToGroups', members },
    accounts: may.addToAccounts && Object.keys(state.accounts).length > 0 && isOne && { kind: 'accounts', member },
    extend: may.extend &&
      extras.temporary &&
      isOne &&
      Boolean(member.temporaryExpirationDate) && { kind: 'extend', member },
  }
  return offered[link.name] || undefined
}

/** Returns the dialog of a link, if the page offers it to this user. */
export const dialogOf = (state: UsersState, link: Link): UsersDialog | undefined => {
  const { viewer, extras } = state
  const [userId] = idsOf(link)
  const offered: Offered = {
    invite: viewer?.may.invite && { kind: 'invite', draft: newDraft(state.roles), failures: [] },
    link: viewer?.may.link && extras.link && { kind: 'link' },
    import: viewer?.may.invite && { kind: 'import' },
    settings: viewer?.may.link && canFilter(state) && { kind: 'settings' },
    details: userId !== undefined && { kind: 'details', userId },
  }
  return offered[link.name] || dialogOfMembers(state, link)
}
