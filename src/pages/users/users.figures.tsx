import type { MemberFigures } from '../../contract/additions/member-security.ts'
import type { Member } from '../../contract/additions/members.ts'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { roleIdsOf } from './users.member.ts'
import type { UsersViewProps } from './users.props.ts'
import { NO_FILTERS, type UsersQuery } from './users.query.ts'
import type { UsersState } from './users.state.ts'

interface Figure {
  id: 'statInvited' | 'statUnenrolled' | 'statAdmins' | 'statNew'
  count: number
  /** The filter whose total the figure shows. */
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

/** Returns the figures. Users whose removal can still be undone are left out, as in the list and its total. */
export const figuresOf = ({ figures, list, everyone = [] }: UsersState): Figure[] => {
  if (!figures) return []
  const members = new Map([...list.rows, ...everyone].map((member) => [member.id, member]))
  const leaving = list.leaving.flatMap((id) => members.get(id) ?? [])
  return countedOf(figures).map(({ has, count, ...figure }) => ({
    ...figure,
    count: Math.max(0, count - leaving.filter(has).length),
  }))
}

/** Filters for this account only, because the figures don't include its sub-accounts. */
const NOTHING_ELSE: Partial<UsersQuery> = { ...NO_FILTERS, subAccounts: undefined }

/** Returns whether the list shows exactly the users that the figure counts. */
export const isChosen = (query: UsersQuery, { filter }: Figure): boolean =>
  Object.entries({ ...NOTHING_ELSE, ...filter }).every(([name, value]) => query[name as keyof UsersQuery] === value)

/** Returns the filter of a clicked figure. It replaces all other filters; a second click removes it. */
export const filterOf = (query: UsersQuery, figure: Figure): Partial<UsersQuery> =>
  isChosen(query, figure) ? NO_FILTERS : { ...NOTHING_ELSE, ...figure.filter }

const isPending = ({ list, missing }: UsersViewProps['state']): boolean =>
  list.phase === 'first' && !missing.includes('getMemberFigures')

/** A placeholder of the figures' height, so that the list doesn't move when they arrive. */
const Placeholder = () => (
  <div className="fe-users-stats" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <Skeleton key={place} width="160px" height="32px" />
    ))}
  </div>
)

/** Figures of the account. Each one filters the list to the users it counts. */
export const Figures = ({ state, actions, t }: Pick<UsersViewProps, 'state' | 'actions' | 't'>) => {
  const figures = figuresOf(state)
  const { query } = state.list
  if (figures.length === 0) return isPending(state) ? <Placeholder /> : null
  return (
    <fieldset className="fe-users-stats" aria-label={t('statsLabel')}>
      {figures.map((figure) => (
        <button
          key={figure.id}
          type="button"
          className="fe-users-stat"
          aria-pressed={isChosen(query, figure)}
          onClick={() => actions.change(filterOf(query, figure))}
        >
          {t(figure.id, { count: figure.count })}
        </button>
      ))}
    </fieldset>
  )
}
