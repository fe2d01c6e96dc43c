import { MEMBER_FACTORS } from '../../contract/additions.ts'
import { MEMBER_STATUSES } from '../../rules/member-status.ts'
import { FilterChip } from '../../ui/filter-chip/filter-chip.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { FACTOR_TEXT, STATUS_TEXT } from './users.columns.tsx'
import type { UsersViewProps } from './users.view.tsx'

/** Search, filters and the count; without the additions of our backend the wire can search only. */
export const UsersToolbar = ({ state, actions, t }: UsersViewProps) => {
  const { query, extras, phase, totalItems } = state
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
        </>
      )}
      <span className="fe-users-total" role="status">
        {phase === 'first' || phase === 'failed' ? '' : t('total', { count: totalItems })}
      </span>
    </div>
  )
}
