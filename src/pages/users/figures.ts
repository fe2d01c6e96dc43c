import type { MemberFigures } from '../../contract/additions/member-security.ts'
import type { Member } from '../../contract/additions/members.ts'
import { NO_FILTERS, type UsersQuery } from './users.query.ts'
import { roleIdsOf } from './users.rows.ts'
import type { UsersState } from './users.state.ts'

interface Figure {
  id: 'statInvited' | 'statUnenrolled' | 'statAdmins' | 'statNew'
  count: number
  /** The filter whose total it is. */
  filter: Partial<UsersQuery>
}

interface Counted extends Figure {
  has(member: Member): boolean
}

const isJoined = ({ activatedForTenant }: Member): boolean => activatedForTenant !== false

const countedOf = (figures: MemberFigures): Counted[] => {
  const { administratorRoleIds: roleIds, weekBegan } = figures
  const week = new Date(weekBegan).getTime()
  return [
    {
      id: 'statInvited',
      count: figures.pendingInvitations,
      filter: { status: 'invited' },
      has: (member) => !isJoined(member),
    },
    {
      id: 'statUnenrolled',
      count: figures.withoutSecondFactor,
      filter: { preset: 'mfa-unenrolled' },
      has: (member) => isJoined(member) && !member.mfaEnrolled,
    },
    {
      id: 'statAdmins',
      count: figures.administrators,
      filter: { role: roleIds.join() },
      has: (member) => roleIdsOf(member).some((id) => roleIds.includes(id)),
    },
    {
      id: 'statNew',
      count: figures.joinedThisWeek,
      filter: { preset: 'joined-this-week' },
      has: (member) => isJoined(member) && new Date(member.createdAt ?? 0).getTime() >= week,
    },
  ]
}

/** The figures without users whose removal can still be undone, as in the list and its total. */
export const figuresOf = ({ figures, list, everyone = [] }: UsersState): Figure[] => {
  if (!figures) return []
  const members = new Map([...list.rows, ...everyone].map((member) => [member.id, member]))
  const leaving = list.leaving.flatMap((id) => members.get(id) ?? [])
  return countedOf(figures).map(({ has, count, ...figure }) => ({
    ...figure,
    count: Math.max(0, count - leaving.filter(has).length),
  }))
}

/** The figures are those of this account, without its sub-accounts. */
const NOTHING_ELSE: Partial<UsersQuery> = { ...NO_FILTERS, subAccounts: undefined }

/** The list shows exactly what the figure counts. */
export const isChosen = (query: UsersQuery, { filter }: Figure): boolean =>
  Object.entries({ ...NOTHING_ELSE, ...filter }).every(([name, value]) => query[name as keyof UsersQuery] === value)

/** A figure shows exactly what it counts, so other filters go; pressed again it shows all. */
export const filterOf = (query: UsersQuery, figure: Figure): Partial<UsersQuery> =>
  isChosen(query, figure) ? NO_FILTERS : { ...NOTHING_ELSE, ...figure.filter }
