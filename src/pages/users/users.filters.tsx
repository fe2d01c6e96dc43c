import {
  MEMBER_FACTORS,
  MEMBER_PRESETS,
  MEMBER_PROVIDERS,
  MEMBER_SORTS,
  type MemberPreset,
  type MemberProvider,
  type MemberSort,
} from '../../contract/additions/members.ts'
import { roleOptions } from '../../parts/role-options/role-options.ts'
import { MEMBER_STATUSES } from '../../rules/member-status.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FilterChip } from '../../ui/filter-chip/filter-chip.tsx'
import { FACTOR_TEXT, STATUS_TEXT } from './users.columns.tsx'
import type { UsersTexts } from './users.messages.ts'
import type { UsersViewProps } from './users.props.ts'
import { DEFAULT_QUERY } from './users.query.ts'
import { canFilter } from './users.state.ts'

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
  const { extras } = state
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
          {extras.groups && state.groups.length > 0 && (
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
