import { MEMBER_FACTORS, MEMBER_PRESETS, type MemberPreset } from '../../contract/additions.ts'
import { MEMBER_STATUSES } from '../../rules/member-status.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { FilterChip } from '../../ui/filter-chip/filter-chip.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { FACTOR_TEXT, STATUS_TEXT } from './users.columns.tsx'
import type { UsersTexts } from './users.messages.ts'
import { shownTotal } from './users.state.ts'
import type { UsersViewProps } from './users.view.tsx'

const PRESET_TEXT = {
  'mfa-unenrolled': 'presetMfa',
  'breached-passwords': 'presetBreached',
  inactive: 'presetInactive',
} as const satisfies Record<MemberPreset, keyof UsersTexts>

/** Search, filters and the count; without the additions of our backend the wire can search only. */
export const UsersToolbar = ({ state, actions, t }: UsersViewProps) => {
  const { query, extras, phase } = state
  return (
    <div className="fe-users-tools">
      <div className="fe-users-search">
        <SearchInput
          label={t('searchLabel')}
          placeholder={t('searchInputPlaceholder')}
          value={query.search}
          onChange={(search) => actions.change({ search })}
        />
      </div>
      {extras.filters && (
        <>
          <FilterChip
            label={t('filterRole')}
            options={state.roles.map(({ id, name }) => ({ value: id, label: name }))}
            value={query.role}
            onChange={(role) => actions.change({ role })}
          />
          <FilterChip
            label={t('filterStatus')}
            options={MEMBER_STATUSES.map((value) => ({ value, label: t(STATUS_TEXT[value]) }))}
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
            value={query.preset}
            onChange={(preset) => actions.change({ preset })}
          />
        </>
      )}
      {state.viewer?.may.seeSubAccounts && (
        <Checkbox
          label={t('subAccounts')}
          checked={query.subAccounts === true}
          onChange={(isOn) => actions.change({ subAccounts: isOn || undefined })}
        />
      )}
      <span className="fe-users-total" role="status">
        {phase === 'first' || phase === 'failed' ? '' : t('total', { count: shownTotal(state) })}
      </span>
    </div>
  )
}
