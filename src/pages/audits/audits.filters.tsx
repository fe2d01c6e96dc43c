import type { AuditColumn } from '../../entities/audits.ts'
import { type FormatOptions, formatDate } from '../../rules/account-date.ts'
import { FilterChip } from '../../ui/filter-chip/filter-chip.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { AuditsViewProps } from './audits.actions.ts'
import { cellValue, headerOf, textOf } from './audits.columns.tsx'
import { type Dates, FILTERS, type FilterId, PRESET_IDS, type Preset } from './audits.state.ts'

const SEVERITIES = ['Info', 'Low', 'Medium', 'High', 'Error', 'Critical'] as const

/** The option for a value that is typed in a dialog. */
const OTHER = ' other'

const MAX_OFFERED = 8

/** Returns the values of the rows in view, so that common ones need no typing. */
const offered = ({ state }: Pick<AuditsViewProps, 'state'>, name: FilterId): string[] => {
  const chosen = state.list.query[name]
  const seen = state.list.rows.map((row) => textOf(cellValue(row, name))).filter(Boolean)
  return [...new Set([...(chosen ? [chosen] : []), ...seen])].slice(0, MAX_OFFERED)
}

const ValueChip = (props: AuditsViewProps & { name: FilterId; label: string }) => {
  const { state, actions, t, name, label } = props
  const isSeverity = name === 'severity'
  const values = isSeverity ? [...new Set([...SEVERITIES, ...offered(props, name)])] : offered(props, name)
  const options = values.map((value) => ({ value, label: value }))
  return (
    <FilterChip
      label={label}
      options={isSeverity ? options : [...options, { value: OTHER, label: t('customValue') }]}
      value={state.list.query[name]}
      onChange={(value) =>
        value === OTHER ? actions.openDialog({ kind: 'value', name }) : void actions.change({ [name]: value })
      }
    />
  )
}

const datesText = ({ from, to }: Dates, t: AuditsViewProps['t'], dates: FormatOptions): string => {
  const text = (at: number) => formatDate(at, { ...dates, time: 'short' })
  if (from !== undefined && to !== undefined) return t('between', { from: text(from), to: text(to) })
  return from === undefined ? t('until', { to: text(to ?? 0) }) : t('since', { from: text(from) })
}

const CUSTOM = 'custom'

const DatesChip = ({ state, actions, t }: AuditsViewProps) => {
  const locale = useLocale()
  const { preset, dates } = state.list.query
  const change = (value: Preset | typeof CUSTOM | undefined) => {
    if (value === CUSTOM) return actions.openDialog({ kind: 'dates' })
    return void actions.change({ preset: value, dates: undefined })
  }
  return (
    <FilterChip<Preset | typeof CUSTOM>
      label={t('dates')}
      options={[
        ...PRESET_IDS.map((value) => ({ value, label: t(value) })),
        { value: CUSTOM, label: dates ? datesText(dates, t, locale.dates) : t('customDates') },
      ]}
      value={dates ? CUSTOM : preset}
      onChange={change}
    />
  )
}

/** Filters of the filterable columns and the time range. */
export const AuditsFilters = (props: AuditsViewProps & { columns: readonly AuditColumn[] }) => {
  const { columns, t } = props
  const known = FILTERS.flatMap((name) => columns.find((column) => column.name === name && column.filterable) ?? [])
  return (
    <>
      <DatesChip {...props} />
      {known.map((column) => (
        <ValueChip key={column.name} {...props} name={column.name as FilterId} label={headerOf(column, t)} />
      ))}
    </>
  )
}
