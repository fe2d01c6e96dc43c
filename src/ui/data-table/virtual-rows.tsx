import { useVirtualizer } from '@tanstack/react-virtual'
import { type BodyProps, TableRow, useRowOf } from './table-rows.tsx'

const ROW_HEIGHT = 57
const OVERSCAN = 4

/** Renders the rows in view. Two empty bodies with a height replace the rows above and below. */
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
