import { lazy, Suspense, useEffect, useState } from 'react'
import { listOf } from '../../kernel/list-of.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { Alert } from '../alert/alert.tsx'
import { Button } from '../button/button.tsx'
import { classes } from '../classes.ts'
import { useUiText } from '../locale/ui-text.ts'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { useSheet } from '../style-root/style-root.tsx'
import css from './data-table.css'
import narrowCss from './narrow-table.css'
import { TableHead } from './table-head.tsx'
import { type BodyProps, PlainRows } from './table-rows.tsx'
import type { DataTableProps } from './types.ts'
import { optionalPlace, useFits } from './use-fits.ts'

/** Number of rows rendered until the virtual rows arrive. */
const FIRST = 30

/**
 * Loaded as a separate chunk, because pages of up to 50 rows never need it. If it fails to load, all rows are rendered.
 */
const VirtualRows = lazy(() =>
  loadChunk(() => import('./virtual-rows.tsx')).then(
    (module) => ({ default: module.VirtualRows as typeof PlainRows }), // lazy forgets the type parameter
    () => ({ default: PlainRows }),
  ),
) as unknown as typeof PlainRows

const ManyRows = <Row,>(props: BodyProps<Row>) => (
  <Suspense fallback={<PlainRows {...props} rows={props.rows.slice(0, FIRST)} />}>
    <VirtualRows {...props} />
  </Suspense>
)

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

const SkeletonRows = <Row,>({ columns, selection, rowMenu, skeletonRows = SKELETON_ROWS }: DataTableProps<Row>) => (
  <tbody className="fe-table-body" aria-hidden="true">
    {listOf(skeletonRows, (row) => (
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

const ErrorBody = <Row,>({ error, onRetry }: DataTableProps<Row>) => {
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

export type { Column, DataTableProps, Sort } from './types.ts'

/** Above this number of loaded rows, only the rows in view are rendered. */
const VIRTUAL_ABOVE = 50

type Body = 'skeleton' | 'error' | 'empty' | 'rows'

const bodyOf = ({ state, rows, staysEmpty }: Pick<DataTableProps<unknown>, 'state' | 'rows' | 'staysEmpty'>): Body => {
  if (state === 'error' && rows.length === 0) return 'error'
  if (rows.length > 0) return 'rows'
  return state === 'loading' && !staysEmpty ? 'skeleton' : 'empty'
}

/** A list with table semantics that turns into cards on narrow screens, with the four bodies of every list. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  useSheet(css)
  useSheet(narrowCss)
  const t = useUiText()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { rows, state, label, total = rows.length } = props
  const body = bodyOf(props)
  useFits(scroller, rows)
  const isVirtual = rows.length > VIRTUAL_ABOVE
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its first row
  useEffect(() => {
    scroller?.scrollTo({ top: 0 })
  }, [scroller, props.offset])
  const Rows = isVirtual ? ManyRows : PlainRows
  return (
    <div className="fe-table-frame" data-state={state} data-body={body}>
      {state === 'error' && body === 'rows' && <ErrorBody {...props} />}
      <section
        ref={setScroller}
        className={classes('fe-table-scroll', isVirtual && 'fe-table-tall')}
        aria-label={isVirtual ? label : undefined}
        tabIndex={isVirtual ? 0 : undefined}
      >
        <table
          part="table"
          className="fe-table"
          aria-label={label}
          aria-rowcount={total + 1}
          aria-busy={state === 'loading'}
        >
          <TableHead {...props} />
          {body === 'rows' && <Rows {...props} scroller={scroller} />}
          {body === 'skeleton' && <SkeletonRows {...props} />}
        </table>
        {body === 'error' && <ErrorBody {...props} />}
        {body === 'empty' && props.empty}
      </section>
      <span className="fe-hidden" role="status">
        {state === 'loading' ? t('loading') : ''}
      </span>
    </div>
  )
}
