import type { Ports } from '../../ports.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Where } from '../../store/store.ts'
import { type ExportOrder, type exporter, inPieces, nextWindow } from './audit-export.ts'
import { signCheckpoint } from './checkpoints.ts'

export interface WantedExport {
  tenantId: string
  where: Where<AuditRecord>
  /** Whether filters exclude rows, so that the file can't be verified as a chain. */
  isFiltered: boolean
  format: 'csv' | 'jsonl'
  order: ExportOrder
  /** The media type of the file. */
  type: string
  file: ReturnType<typeof exporter>
}

type ExportPorts = Pick<Ports, 'store' | 'signer' | 'clock' | 'config'>

/** The positions that are exported. Rows that are written or removed later don't change them. */
export interface ExportBounds {
  firstSeq: number
  /** The first excluded position. */
  end: number
}

/** Returns the last line of a verifiable file: the signed state of the log at the start of the export. */
const closingLine = async (
  ports: ExportPorts,
  { tenantId, format, isFiltered }: WantedExport,
  { firstSeq, end }: ExportBounds,
): Promise<string> => {
  if (format === 'csv') return ''
  const { store, signer } = ports
  const last = await store.audits.find({ tenantId, seq: end - 1 })
  const checkpoint = last && (await signCheckpoint(ports, { ...last, kind: 'regular' }))
  const removed = await store.auditCheckpoints.find({ tenantId, seq: firstSeq - 1, kind: 'retention' })
  const { keys } = await signer.jwks({ withEnded: true })
  const line = { tenantId, firstSeq, lastSeq: end - 1, isFiltered, checkpoint, retention: removed?.token, keys }
  return `${JSON.stringify(line)}\n`
}

interface ExportWalk {
  /** The number of processed positions. */
  done: number
  /** The number of rows since the walk began. */
  rows: number
  isLast: boolean
}

interface WalkLimits {
  done?: number
  /** The walk stops after the window in which it reaches one of these limits. */
  maxRows?: number
  maxWindows?: number
}

/** Generates the file in small pieces of text, from a position on. Only one window of the log's rows is in memory. */
export async function* exportPieces(
  ports: ExportPorts,
  wanted: WantedExport,
  bounds: ExportBounds,
  { done = 0, maxRows = Number.POSITIVE_INFINITY, maxWindows = Number.POSITIVE_INFINITY }: WalkLimits = {},
): AsyncGenerator<string, ExportWalk> {
  const { where, order, file } = wanted
  const { end } = bounds
  const walk = { done, rows: 0, isLast: end <= 1 }
  let head = done === 0 ? file.head : undefined
  for (let windows = 0; !walk.isLast && walk.rows < maxRows && windows < maxWindows; windows++) {
    const window = await nextWindow(ports.store, where, { end, done: walk.done, order })
    walk.done = window.done
    walk.isLast = window.isLast
    walk.rows += window.rows.length
    // The head is sent only after the first rows were read, because an error before the first piece can still become an
    // error response.
    if (head !== undefined) yield head
    head = undefined
    for (const piece of inPieces(window.rows)) yield file.linesOf(piece)
  }
  if (walk.isLast) yield (head ?? '') + (await closingLine(ports, wanted, bounds))
  return walk
}

/** Streams texts as bytes, at the speed of the reader. Rejects if the first text can't be generated. */
export const streamOf = async (
  pieces: AsyncGenerator<string, unknown>,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
  const encoder = new TextEncoder()
  let first: IteratorResult<string, unknown> | undefined = await pieces.next()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = first ?? (await pieces.next())
      first = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}

/** Streams the whole file. */
export const exportStream = (ports: ExportPorts, wanted: WantedExport, bounds: ExportBounds) =>
  streamOf(exportPieces(ports, wanted, bounds))
