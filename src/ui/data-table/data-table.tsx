import { useEffect, useState } from 'react'
import { classes } from '../classes.ts'
import { useUiText } from '../locale/ui-text.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './data-table.css'
import { ManyRows } from './many-rows.tsx'
import narrowCss from './narrow-table.css'
import { ErrorBody, SkeletonRows } from './other-bodies.tsx'
import { PlainRows } from './plain-rows.tsx'
import { TableHead } from './table-head.tsx'
import type { DataTableProps } from './types.ts'
import { useFits } from './use-fits.ts'

export type { Column, DataTableProps, Sort } from './types.ts'

/** Above this number of loaded rows, only the rows in view are rendered. */
const VIRTUAL_ABOVE = 50

type Body = 'skeleton' | 'error' | 'empty' | 'rows'

const bodyOf = ({ state, rows }: Pick<DataTableProps<unknown>, 'state' | 'rows'>): Body => {
  if (state === 'error' && rows.length === 0) return 'error'
  if (rows.length > 0) return 'rows'
  return state === 'loading' ? 'skeleton' : 'empty'
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
