import {
  MEMBER_FACTORS,
  MEMBER_PRESETS,
  MEMBER_PROVIDERS,
  MEMBER_SORTS,
  type Member,
  type MemberFigures,
  type MemberPreset,
  type MemberProvider,
  type MemberSort,
} from '../../contract/users.ts'
import { roleOptions } from '../../parts/role-options/role-options.ts'
import { MEMBER_STATUSES } from '../../rules/member-status.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FilterChip } from '../../ui/filter-chip/filter-chip.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { FACTOR_TEXT, STATUS_TEXT } from './users.columns.tsx'
import { roleIdsOf } from './users.member.ts'
import type { UsersTexts } from './users.messages.ts'
import { DEFAULT_QUERY, NO_FILTERS, type UsersQuery } from './users.query.ts'
import { canFilter, canSeeGroups, type UsersState, type UsersViewProps } from './users.state.ts'

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
const figuresOf = ({ figures, list, everyone = [] }: UsersState): Figure[] => {
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
const isChosen = (query: UsersQuery, { filter }: Figure): boolean =>
  Object.entries({ ...NOTHING_ELSE, ...filter }).every(([name, value]) => query[name as keyof UsersQuery] === value)

/** Returns the filter of a clicked figure. It replaces all other filters; a second click removes it. */
const filterOf = (query: UsersQuery, figure: Figure): Partial<UsersQuery> =>
  isChosen(query, figure) ? NO_FILTERS : { ...NOTHING_ELSE, ...figure.filter }

const isPending = ({ list, missing }: UsersViewProps['state']): boolean =>
  list.phase === 'first' && !missing.includes('getMemberFigures')

/** A placeholder of the figures' height, so that the list doesn't move when they arrive. */
const Placeholder = () => (
  <div className="fe-users-stats" aria-hidden="true">
    {[1, 2, 3, 4].map((place) => (
      <Skeleton key={place} width="min(160px, 100%)" height="32px" />
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
          className={figure.count ? 'fe-users-stat' : 'fe-users-stat fe-zero'}
          aria-pressed={isChosen(query, figure)}
          onClick={() => actions.change(filterOf(query, figure))}
        >
          {t(figure.id, { count: figure.count })}
        </button>
      ))}
    </fieldset>
  )
}

const PRESET_TEXT = {
  'mfa-unenrolled': 'presetMfa',
  'breached-passwords': 'presetBreached',
  inactive: 'presetInactive',
} as const satisfies Record<MemberPreset, keyof UsersTexts>

const PROVIDER_TEXT = {
  local: 'providerLocal',
  saml: 'providerSso',
  scim2: 'providerDirectory',
} as const satisfies Record<MemberProvider, keyof UsersTexts>

const SORT_TEXT = {
  name: 'userHeader',
  email: 'detailEmail',
  createdAt: 'joinedHeader',
  lastLogin: 'lastSeenHeader',
  verified: 'detailVerified',
  isLocked: 'statusLocked',
  provider: 'detailProvider',
  id: 'detailUserId',
  tenantId: 'detailTenantId',
} as const satisfies Record<MemberSort, keyof UsersTexts>

/**
 * The sort fields of the API, including those without a column. The original list call can't sort by the last sign-in.
 */
const SortChip = ({ state, actions, t }: Pick<UsersViewProps, 'state' | 'actions' | 't'>) => {
  const { sort } = state.list.query
  const known = MEMBER_SORTS.filter((field) => canFilter(state) || field !== 'lastLogin')
  return (
    <FilterChip
      label={t('sortBy')}
      options={known.map((value) => ({ value, label: t(SORT_TEXT[value]) }))}
      value={sort === DEFAULT_QUERY.sort ? undefined : sort}
      onChange={(field) =>
        actions.change({ sort: field ?? DEFAULT_QUERY.sort, order: field ? 'ASC' : DEFAULT_QUERY.order })
      }
    />
  )
}

/** Statuses with the most common one first. */
const STATUSES = [...MEMBER_STATUSES].reverse()

/** Filters, if the backend supports them, and the sort order. */
export const UsersFilters = (props: UsersViewProps) => {
  const { state, actions, t } = props
  const { query } = state.list
  return (
    <>
      {canFilter(state) && (
        <>
          <FilterChip
            label={t('filterRole')}
            options={roleOptions(state.roles)}
            value={query.role}
            onChange={(role) => actions.change({ role })}
          />
          <FilterChip
            label={t('filterStatus')}
            options={STATUSES.map((value) => ({ value, label: t(STATUS_TEXT[value]) }))}
            value={query.status}
            onChange={(status) => actions.change({ status })}
          />
          <FilterChip
            label={t('filterFactor')}
            options={MEMBER_FACTORS.map((value) => ({ value, label: t(FACTOR_TEXT[value]) }))}
            value={query.factor}
            onChange={(factor) => actions.change({ factor })}
          />
          {canSeeGroups(state) && (
            <FilterChip
              label={t('filterGroup')}
              options={state.groups.map(({ id, name }) => ({ value: id, label: name }))}
              value={query.group}
              onChange={(group) => actions.change({ group })}
            />
          )}
          <FilterChip
            label={t('filterSecurity')}
            options={MEMBER_PRESETS.map((value) => ({ value, label: t(PRESET_TEXT[value]) }))}
            value={MEMBER_PRESETS.find((preset) => preset === query.preset)}
            onChange={(preset) => actions.change({ preset })}
          />
          <FilterChip
            label={t('filterProvider')}
            options={MEMBER_PROVIDERS.map((value) => ({ value, label: t(PROVIDER_TEXT[value]) }))}
            value={query.provider}
            onChange={(provider) => actions.change({ provider })}
          />
        </>
      )}
      <SortChip {...props} />
      {state.viewer?.may.seeSubAccounts && (
        <Checkbox
          label={t('subAccounts')}
          checked={query.subAccounts === true}
          onChange={(isOn) => actions.change({ subAccounts: isOn || undefined })}
        />
      )}
    </>
  )
}
