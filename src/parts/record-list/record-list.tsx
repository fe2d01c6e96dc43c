import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { type Column, DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState, type EmptyStateProps } from '../../ui/empty-state/empty-state.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { type AnyListQuery, LIST_SIZES, type ListState, shownRows, shownTotal } from './list-state.ts'
import css from './record-list.css'
import { recordListMessages } from './record-list.messages.ts'
import rowLinkCss from './row-link.css'
import { useBare } from './use-bare.ts'

interface RowLinkProps {
  onClick(): void
  children: ReactNode
  /** Describes what the link opens, if its text doesn't. @default its text */
  label?: string | undefined
  /** @default none */
  className?: string | undefined
}

/** The name or count of a record as a button that opens it. */
export const RowLink = ({ onClick, children, label, className = '' }: RowLinkProps) => {
  useSheet(rowLinkCss)
  return (
    <button type="button" className={`fe-row-link ${className}`} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

interface RecordListProps<Row extends { id: string }, Query extends AnyListQuery> {
  list: ListState<Row, Query>
  label: string
  searchLabel: string
  /** @default none */
  searchPlaceholder?: string
  /** The number of records, as text. */
  total: string
  columns: readonly Column<Row>[]
  /** Returns the actions of a row. @default nothing */
  menu?: ((row: Row) => readonly MenuItem[]) | undefined
  nameOf(row: Row): string
  /** Called for a click on a row outside its controls. @default nothing */
  onOpen?: ((row: Row) => void) | undefined
  /** Returns a unique id of a row, if its `id` can occur in several rows. @default its id */
  rowId?: ((row: Row) => string) | undefined
  onChange(patch: Partial<Query>): void
  /** Called when the selection for bulk actions changes. @default rows can't be selected */
  onSelect?: ((ids: ReadonlySet<string>) => void) | undefined
  onRetry(): void
  empty: EmptyStateProps
  noMatch: { title: string; text: string; clear: string; onClear?: () => void }
  /** Search or filters are active. @default there is a search */
  isFiltered?: boolean
  /** Controls beside the search box. */
  tools?: ReactNode
}

const TABLE_STATE = { first: 'loading', reloading: 'loading', ready: 'ready', failed: 'error' } as const

/** A list of records: search, sort order, pages and the bodies of every list. */
export const RecordList = <Row extends { id: string }, Query extends AnyListQuery>(
  props: RecordListProps<Row, Query>,
) => {
  useSheet(css)
  const { list, label, searchLabel, onChange, tools, total } = props
  // Before the first record, there is nothing to search, and the empty state says more than "0 users".
  const { isBare, isFlat } = useBare({ list, label, isFiltered: isFilteredOf(props) })
  return (
    <>
      <div className="fe-records-head" data-bare={isBare || undefined} data-flat={isFlat || undefined}>
        <div className="fe-records-tools">
          <ListSearch list={list} label={searchLabel} placeholder={props.searchPlaceholder} onChange={onChange} />
          {tools && <ListFilters isOn={props.isFiltered === true && list.query.search === ''}>{tools}</ListFilters>}
          <span className="fe-records-total" role="status">
            {list.phase === 'first' || (list.phase === 'failed' && list.rows.length === 0) ? '' : total}
          </span>
        </div>
      </div>
      {list.refused ? <Refused list={list} onRetry={props.onRetry} /> : <Rows {...props} isBare={isBare} />}
      <ListPages list={list} onChange={onChange} />
    </>
  )
}

const Rows = <Row extends { id: string }, Query extends AnyListQuery>(
  props: RecordListProps<Row, Query> & { isBare: boolean },
) => {
  const { list, label, columns, menu, nameOf, rowId = idOf, onChange, onSelect, onRetry } = props
  const { query } = list
  return (
    <DataTable<Row>
      label={label}
      columns={columns}
      rows={shownRows(list)}
      rowId={rowId}
      rowLabel={nameOf}
      state={TABLE_STATE[list.phase]}
      error={list.error}
      onRetry={onRetry}
      empty={<Nothing {...props} />}
      staysEmpty={props.isBare && list.phase === 'reloading'}
      sort={{ column: query.sort, direction: query.order === 'ASC' ? 'asc' : 'desc' }}
      onSort={({ column, direction }) =>
        // Only columns that the query supports are sortable.
        onChange({ sort: column, order: direction === 'asc' ? 'ASC' : 'DESC' } as Partial<Query>)
      }
      {...(onSelect && { selection: new Set(list.selected), onSelectionChange: onSelect })}
      {...(menu && { rowMenu: menu })}
      onOpen={props.onOpen}
      fresh={list.fresh}
      total={shownTotal(list)}
      offset={query.page * query.size}
    />
  )
}

/** Filters, which are behind one button on narrow screens. */
const ListFilters = ({ isOn, children }: { isOn: boolean; children: ReactNode }) => {
  const t = useLocale().translator.translatorFor(recordListMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="fe-records-filters-button"
        icon="filter"
        aria-expanded={isOpen}
        data-on={isOn || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('filters')}
      </Button>
      <div className="fe-records-filters" data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

const idOf = ({ id }: { id: string }): string => id

interface RefusedProps {
  list: Pick<ListState<unknown>, 'refused' | 'error'>
  onRetry(): void
}

const Refused = ({ list, onRetry }: RefusedProps) => {
  const t = useLocale().translator.translatorFor(recordListMessages)
  const { refused, error: reason = '' } = list
  if (refused === 'network') {
    const retry = <Button onClick={onRetry}>{t('retry')}</Button>
    return <EmptyState icon="lock" title={t('ipRefusedTitle')} text={reason} action={retry} />
  }
  return <EmptyState icon="lock" title={t('forbiddenTitle')} text={t('forbiddenText', { reason })} />
}

interface ListToolProps<Row extends { id: string }, Query extends AnyListQuery> {
  list: ListState<Row, Query>
  onChange(patch: Partial<Query>): void
}

/** The search box of a list, independent of how its records are rendered. */
export const ListSearch = <Row extends { id: string }, Query extends AnyListQuery>({
  list,
  label,
  placeholder,
  onChange,
}: ListToolProps<Row, Query> & { label: string; placeholder?: string | undefined }) => {
  useSheet(css)
  return (
    <div className="fe-records-search">
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={list.query.search}
        // Every query has a search.
        onChange={(search) => onChange({ search } as Partial<Query>)}
      />
    </div>
  )
}

/** The pagination of a list, independent of how its records are rendered. */
export const ListPages = <Row extends { id: string }, Query extends AnyListQuery>({
  list,
  label,
  onChange,
}: ListToolProps<Row, Query> & { label?: string }) => {
  useSheet(css)
  const { query } = list
  const total = shownTotal(list)
  if (total === 0) return null
  return (
    <div className="fe-records-pages">
      <Pagination
        label={label}
        offset={query.page * query.size}
        limit={query.size}
        total={total}
        limits={LIST_SIZES}
        disabled={list.phase === 'reloading'}
        // Every query has a page and a size.
        onChange={({ offset, limit }) => onChange({ size: limit, page: Math.floor(offset / limit) } as Partial<Query>)}
      />
    </div>
  )
}

const isFilteredOf = ({
  list,
  isFiltered = list.query.search !== '',
}: Pick<RecordListProps<{ id: string }, AnyListQuery>, 'isFiltered'> & { list: { query: AnyListQuery } }): boolean =>
  isFiltered

const Nothing = <Row extends { id: string }, Query extends AnyListQuery>(props: RecordListProps<Row, Query>) => {
  const { empty, noMatch, onChange } = props
  if (!isFilteredOf(props)) return <EmptyState {...empty} />
  const clear = noMatch.onClear ?? (() => onChange({ search: '' } as Partial<Query>)) // every query has a search
  return (
    <EmptyState
      icon="search"
      title={noMatch.title}
      text={noMatch.text}
      action={<Button onClick={clear}>{noMatch.clear}</Button>}
    />
  )
}
