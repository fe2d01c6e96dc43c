import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'
import { TableRow } from './table-row.tsx'
import type { DataTableProps } from './types.ts'

type BodyProps<Row> = DataTableProps<Row> & { scroller: HTMLElement | null }

const ROW_HEIGHT = 57
const OVERSCAN = 8

/** A stable callback, so that rows that did not change are not drawn again. */
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

const useRowOf = <Row,>(props: DataTableProps<Row>) => {
  const onToggle = useToggle(props)
  const { columns, rowId, rowLabel, rowMenu, selection, offset = 0 } = props
  return (row: Row, index: number) => ({
    row,
    index: offset + index,
    isSelected: selection?.has(rowId(row)),
    columns,
    rowId,
    rowLabel,
    rowMenu,
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

/** Draws the rows in view; two bodies of plain height stand for those above and below. */
export const VirtualRows = <Row,>(props: BodyProps<Row>) => {
  const rowOf = useRowOf(props)
  const { rows, rowId, scroller } = props
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    getItemKey: (index) => rowId(rows[index] as Row), // count is the length of rows
  })
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <Gap height={above} />
      <tbody className="fe-table-body">
        {items.map((item) => (
          <TableRow
            key={item.key}
            {...rowOf(rows[item.index] as Row, item.index)}
            measure={virtual.measureElement}
            virtualIndex={item.index}
          />
        ))}
      </tbody>
      <Gap height={below} />
    </>
  )
}

const Gap = ({ height }: { height: number }) =>
  height > 0 ? (
    <tbody aria-hidden="true" className="fe-table-gap">
      <tr>
        <td style={{ height }} />
      </tr>
    </tbody>
  ) : null
