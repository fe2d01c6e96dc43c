import { useCallback, useRef } from 'react'
import { TableRow } from './table-row.tsx'
import type { DataTableProps } from './types.ts'

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
