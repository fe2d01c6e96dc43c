import { Alert } from '../alert/alert.tsx'
import { Button } from '../button/button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { Skeleton } from '../skeleton/skeleton.tsx'
import type { DataTableProps } from './types.ts'
import { optionalPlace } from './use-fits.ts'

const SKELETON_ROWS = 8
/** Uneven widths look like names. */
const WIDTHS = ['62%', '48%', '70%', '55%']

const widthAt = (place: number): string => WIDTHS[place % WIDTHS.length] ?? '60%'

const NameShape = ({ row, avatar }: { row: number; avatar: boolean | undefined }) => (
  <div className="fe-table-shape">
    {avatar && <Skeleton circle width="32px" height="32px" />}
    <div className="fe-table-lines">
      <Skeleton width={widthAt(row)} />
      <Skeleton width={widthAt(row + 2)} height="10px" />
    </div>
  </div>
)

export const SkeletonRows = <Row,>({
  columns,
  selection,
  rowMenu,
  skeletonRows = SKELETON_ROWS,
}: DataTableProps<Row>) => (
  <tbody className="fe-table-body" aria-hidden="true">
    {Array.from({ length: skeletonRows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <tr key={row} className="fe-table-row">
        {selection && <td className="fe-table-check" />}
        {columns.map((column, at) => (
          <td
            key={column.id}
            data-column={column.id}
            data-primary={column.primary || undefined}
            data-wide={optionalPlace(columns, column)}
          >
            {column.primary ? <NameShape row={row} avatar={column.avatar} /> : <Skeleton width={widthAt(row + at)} />}
          </td>
        ))}
        {rowMenu && <td className="fe-table-menu" />}
      </tr>
    ))}
  </tbody>
)

export const ErrorBody = <Row,>({ error, onRetry }: DataTableProps<Row>) => {
  const t = useUiText()
  const retry = onRetry && (
    <Button size="s" onClick={onRetry}>
      {t('retry')}
    </Button>
  )
  return (
    <div className="fe-table-error">
      <Alert tone="danger" title={t('listFailed')} action={retry}>
        {error}
      </Alert>
    </div>
  )
}
