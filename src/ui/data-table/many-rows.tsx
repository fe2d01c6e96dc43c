import { lazy, Suspense } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { type BodyProps, PlainRows } from './plain-rows.tsx'

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

export const ManyRows = <Row,>(props: BodyProps<Row>) => (
  <Suspense fallback={<PlainRows {...props} rows={props.rows.slice(0, FIRST)} />}>
    <VirtualRows {...props} />
  </Suspense>
)
