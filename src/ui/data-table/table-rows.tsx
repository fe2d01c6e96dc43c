import { type MouseEvent, memo, useCallback, useEffect, useRef } from 'react'
import { Checkbox } from '../checkbox/checkbox.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { Menu } from '../menu/menu.tsx'
import type { MenuItem } from '../menu/menu-popover.tsx'
import type { DataTableProps } from './types.ts'
import { optionalPlace } from './use-fits.ts'

interface RowMenuProps {
  name: string
  items(): readonly MenuItem[]
}

const RowMenu = ({ name, items }: RowMenuProps) => {
  const label = useUiText()('moreActions', { name })
  return <Menu align="end" label={label} items={items} trigger={<IconButton icon="dots" label={label} />} />
}

interface TableRowProps<Row> {
  row: Row
  index: number
  isSelected: boolean | undefined
  isFresh: boolean
  columns: DataTableProps<Row>['columns']
  rowId: DataTableProps<Row>['rowId']
  rowLabel: DataTableProps<Row>['rowLabel']
  rowMenu: DataTableProps<Row>['rowMenu']
  hasMenu?: DataTableProps<Row>['hasMenu']
  onOpen?: DataTableProps<Row>['onOpen']
  onToggle(id: string, isOn: boolean): void
  /** Measures a virtual row. */
  measure?: (element: HTMLTableRowElement | null) => void
  virtualIndex?: number
}

/** A click on a control inside the row, or a selection of its text, must not open the row. */
const isOwnClick = ({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean =>
  // The target of a click is an element; its class is another one in a document to which the portal was moved.
  !(target as Element).closest('button, a, input, label, [role="menu"], [tabindex="0"]') &&
  !currentTarget.ownerDocument.getSelection()?.toString()

const Row = <Item,>(props: TableRowProps<Item>) => {
  const { row, index, isSelected, isFresh, columns, rowId, rowLabel, rowMenu, hasMenu, onOpen } = props
  const { onToggle, measure, virtualIndex } = props
  const t = useUiText()
  const id = rowId(row)
  const name = rowLabel(row)
  const element = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (isFresh) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isFresh])
  return (
    <tr
      ref={(found) => {
        element.current = found
        measure?.(found)
      }}
      {...(onOpen && { onClick: (event) => isOwnClick(event) && onOpen(row), 'data-opens': true })}
      data-index={virtualIndex}
      aria-rowindex={index + 2}
      className="fe-table-row"
      data-selected={isSelected || undefined}
      data-fresh={isFresh || undefined}
    >
      {isSelected !== undefined && (
        <td className="fe-table-check">
          <Checkbox
            hideLabel
            label={t('selectRow', { name })}
            checked={isSelected}
            onChange={(checked) => onToggle(id, checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          data-column={column.id}
          data-align={column.align}
          data-primary={column.primary || undefined}
          data-phone={column.phone}
          data-wide={optionalPlace(columns, column)}
        >
          <span className="fe-table-label" aria-hidden="true">
            {column.header}
          </span>
          <div className="fe-table-cell">{column.cell(row)}</div>
        </td>
      ))}
      {rowMenu && (
        <td className="fe-table-menu">
          {hasMenu?.(row) !== false && <RowMenu name={name} items={() => rowMenu(row)} />}
        </td>
      )}
    </tr>
  )
}

export const TableRow = memo(Row) as typeof Row // memo forgets the type parameter

export type BodyProps<Row> = DataTableProps<Row> & { scroller: HTMLElement | null }

/** A stable callback keeps unchanged rows from rendering again. */
const useToggle = <Row,>({ selection, onSelectionChange }: DataTableProps<Row>) => {
  const latest = useRef({ selection, onSelectionChange })
  latest.current = { selection, onSelectionChange }
  return useCallback((id: string, isOn: boolean) => {
    const next = new Set(latest.current.selection)
    if (isOn) next.add(id)
    else next.delete(id)
    latest.current.onSelectionChange?.(next)
  }, [])
}

export const useRowOf = <Row,>(props: DataTableProps<Row>) => {
  const onToggle = useToggle(props)
  const { columns, rowId, rowLabel, rowMenu, hasMenu, onOpen, selection, fresh, offset = 0 } = props
  return (row: Row, index: number) => ({
    row,
    index: offset + index,
    isSelected: selection?.has(rowId(row)),
    isFresh: fresh?.includes(rowId(row)) === true,
    columns,
    rowId,
    rowLabel,
    rowMenu,
    hasMenu,
    onOpen,
    onToggle,
  })
}

export const PlainRows = <Row,>(props: BodyProps<Row>) => {
  const rowOf = useRowOf(props)
  return (
    <tbody className="fe-table-body">
      {props.rows.map((row, index) => (
        <TableRow key={props.rowId(row)} {...rowOf(row, index)} />
      ))}
    </tbody>
  )
}
