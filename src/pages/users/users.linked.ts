import type { Member } from '../../contract/additions.ts'
import { idsOf, type UsersAddress } from './users.address.ts'
import type { UsersDialog, UsersState } from './users.state.ts'

type Link = NonNullable<UsersAddress['dialog']>

const isOf = ({ viewer }: UsersState, { tenantId }: Member) => !tenantId || tenantId === viewer?.tenantId

/** The people a link is about; nobody when one of them does not stand on the page, or is changed elsewhere. */
const membersOf = (state: UsersState, link: Link): readonly Member[] => {
  const ids = idsOf(link)
  const found = state.users.filter((user) => ids.includes(user.id) && isOf(state, user))
  return found.length === ids.length ? found : []
}

const dialogOfMembers = (state: UsersState, link: Link): UsersDialog | undefined => {
  const { viewer, extras, groups } = state
  const members = membersOf(state, link)
  const [member] = members
  if (!member || !viewer) return undefined
  const { may, id } = viewer
  const isOne = members.length === 1
  const offered: Partial<Record<Link['name'], UsersDialog | false | undefined>> = {
    roles: may.editRoles && { kind: 'roles', members },
    remove: may.remove && members.every((one) => one.id !== id) && { kind: 'remove', members },
    groups: may.editGroups && extras.groups && groups.length > 0 && isOne && { kind: 'groups', member },
    extend: may.invite &&
      extras.temporary &&
      isOne &&
      Boolean(member.temporaryExpirationDate) && { kind: 'extend', member },
  }
  return offered[link.name] || undefined
}
/** The dialog a link leads to, if the page offers it to this person; the two of inviting bring their own data. */
export const dialogOf = (state: UsersState, link: Link): UsersDialog | undefined => {
  const { viewer, extras } = state
  const [userId] = idsOf(link)
  const offered: Partial<Record<Link['name'], UsersDialog | false | undefined>> = {
    import: viewer?.may.invite && { kind: 'import' },
    settings: viewer?.may.link && extras.filters && { kind: 'settings' },
    details: userId !== undefined && { kind: 'details', userId },
  }
  return offered[link.name] || dialogOfMembers(state, link)
}
