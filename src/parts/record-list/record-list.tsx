import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { type Column, DataTable } from '../../ui/data-table/data-table.tsx'
import { EmptyState, type EmptyStateProps } from '../../ui/empty-state/empty-state.tsx'
import type { MenuItem } from '../../ui/menu/menu.tsx'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { LIST_SIZES, type ListQuery, type ListState, shownRows, shownTotal } from './list-state.ts'
import css from './record-list.css'

export interface RecordListProps<Row extends { id: string; name: string }> {
  list: ListState<Row>
  label: string
  searchLabel: string
  /** How many there are, in words. */
  total: string
  columns: readonly Column<Row>[]
  menu(row: Row): readonly MenuItem[]
  onChange(patch: Partial<ListQuery>): void
  onRetry(): void
  empty: EmptyStateProps
  noMatch: { title: string; text: string; clear: string }
  /** Beside the search box. */
  tools?: ReactNode
}

const TABLE_STATE = { first: 'loading', reloading: 'loading', ready: 'ready', failed: 'error' } as const

/** A list of named records: search, order, pages and the bodies every list has. */
export const RecordList = <Row extends { id: string; name: string }>(props: RecordListProps<Row>) => {
  const { list, label, columns, menu, onChange, onRetry, tools } = props
  const { query } = list
  return (
    <>
      <div className="fe-records-tools">
        <ListSearch list={list} label={props.searchLabel} onChange={onChange} />
        {tools}
        <span className="fe-records-total" role="status">
          {list.phase === 'first' || (list.phase === 'failed' && list.rows.length === 0) ? '' : props.total}
        </span>
      </div>
      <DataTable<Row>
        label={label}
        columns={columns}
        rows={shownRows(list)}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        state={TABLE_STATE[list.phase]}
        error={list.error}
        onRetry={onRetry}
        empty={<Nothing {...props} />}
        sort={{ column: query.sort, direction: query.order === 'ASC' ? 'asc' : 'desc' }}
        onSort={({ column, direction }) =>
          onChange({ sort: column === 'createdAt' ? 'createdAt' : 'name', order: direction === 'asc' ? 'ASC' : 'DESC' })
        }
        rowMenu={menu}
        total={shownTotal(list)}
        offset={query.page * query.size}
      />
      <ListPages list={list} onChange={onChange} />
    </>
  )
}

interface ListToolProps<Row extends { id: string }> {
  list: ListState<Row>
  onChange(patch: Partial<ListQuery>): void
}

/** The search of a list, wherever its records are drawn. */
export const ListSearch = <Row extends { id: string }>({
  list,
  label,
  onChange,
}: ListToolProps<Row> & { label: string }) => {
  useSheet(css)
  return (
    <div className="fe-records-search">
      <SearchInput label={label} value={list.query.search} onChange={(search) => onChange({ search })} />
    </div>
  )
}

/** The way to the other pages of a list, wherever its records are drawn. */
export const ListPages = <Row extends { id: string }>({ list, onChange }: ListToolProps<Row>) => {
  useSheet(css)
  const { query } = list
  const total = shownTotal(list)
  if (total === 0) return null
  return (
    <div className="fe-records-pages">
      <Pagination
        offset={query.page * query.size}
        limit={query.size}
        total={total}
        limits={LIST_SIZES}
        disabled={list.phase === 'reloading'}
        onChange={({ offset, limit }) => onChange({ size: limit, page: Math.floor(offset / limit) })}
      />
    </div>
  )
}

const Nothing = <Row extends { id: string; name: string }>({ list, empty, noMatch, onChange }: RecordListProps<Row>) =>
  list.query.search ? (
    <EmptyState
      icon="search"
      title={noMatch.title}
      text={noMatch.text}
      action={<Button onClick={() => onChange({ search: '' })}>{noMatch.clear}</Button>}
    />
  ) : (
    <EmptyState {...empty} />
  )
