import { Checkbox } from '../checkbox/checkbox.tsx'
import { Icon } from '../icon/icon.tsx'
import { useUiText } from '../locale/ui-text.ts'
import type { Column, DataTableProps, Sort } from './types.ts'
import { optionalPlace } from './use-fits.ts'

export const TableHead = <Row,>(props: DataTableProps<Row>) => {
  const { columns, selection, rowMenu, sort, onSort } = props
  return (
    <thead className="fe-table-head">
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className="fe-table-check">
            <SelectAll {...props} />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            place={optionalPlace(columns, column)}
            sort={sort}
            onSort={onSort}
          />
        ))}
        {rowMenu && (
          <th scope="col" className="fe-table-menu">
            <MenuHeading />
          </th>
        )}
      </tr>
    </thead>
  )
}

const MenuHeading = () => <span className="fe-hidden">{useUiText()('actions')}</span>

const SelectAll = <Row,>({ rows, rowId, selection, onSelectionChange, state }: DataTableProps<Row>) => {
  const t = useUiText()
  const chosen = rows.filter((row) => selection?.has(rowId(row))).length
  const isAll = rows.length > 0 && chosen === rows.length
  /** The selection on other pages is kept. */
  const toggle = () => {
    const next = new Set(selection)
    for (const row of rows) {
      if (isAll) next.delete(rowId(row))
      else next.add(rowId(row))
    }
    onSelectionChange?.(next)
  }
  return (
    <Checkbox
      hideLabel
      label={t('selectAll')}
      checked={isAll}
      mixed={chosen > 0 && !isAll}
      disabled={rows.length === 0 || state === 'loading'}
      onChange={toggle}
    />
  )
}

interface HeadCellProps<Row> {
  column: Column<Row>
  /** Position of an optional column, counted from the end. */
  place: number | undefined
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

const HeadCell = <Row,>({ column, place, sort, onSort }: HeadCellProps<Row>) => {
  const direction = sort?.column === column.id ? sort.direction : undefined
  const next = direction === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      data-align={column.align}
      data-column={column.id}
      data-phone={column.phone}
      data-wide={place}
      aria-sort={direction && ARIA_SORT[direction]}
      style={column.width ? { width: column.width } : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="fe-table-sort"
          data-sorted={direction}
          onClick={() => onSort({ column: column.id, direction: next })}
        >
          {column.header}
          {direction && column.orders && (
            <span className="fe-table-order" aria-hidden="true">
              {column.orders[direction]}
            </span>
          )}
          <Icon name={direction === 'desc' ? 'chevron-down' : 'chevron-up'} size="s" />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
