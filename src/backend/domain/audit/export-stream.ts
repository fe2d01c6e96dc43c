import type { Ports } from '../../ports.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Where } from '../../store/store.ts'
import { type ExportOrder, type exporter, inPieces, nextWindow } from './audit-export.ts'
import { signCheckpoint } from './checkpoints.ts'

export interface WantedExport {
  tenantId: string
  where: Where<AuditRecord>
  /** Filters leave rows out, so that the file can't be verified as a chain. */
  isFiltered: boolean
  format: 'csv' | 'jsonl'
  order: ExportOrder
  /** Media type of the file. */
  type: string
  file: ReturnType<typeof exporter>
}

type ExportPorts = Pick<Ports, 'store' | 'signer' | 'clock' | 'config'>

/** What of the log is exported: what is written or removed later changes nothing of it. */
export interface ExportBounds {
  firstSeq: number
  /** The first position that is left out. */
  end: number
}

/** The last line of a file that can be verified: what the log was when the export began, signed. */
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
  /** Positions that are done. */
  done: number
  /** Rows since the walk began. */
  rows: number
  isLast: boolean
}

interface WalkLimits {
  done?: number
  /** The walk stops after the window in which it has one of them. */
  maxRows?: number
  maxWindows?: number
}

/** The file in small pieces of text, from a position on; of the log, only one window of rows is held. */
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
    // Not before rows were read: until the first piece, an error is a response of its own.
    if (head !== undefined) yield head
    head = undefined
    for (const piece of inPieces(window.rows)) yield file.linesOf(piece)
  }
  if (walk.isLast) yield (head ?? '') + (await closingLine(ports, wanted, bounds))
  return walk
}

/** Texts as bytes, as fast as they are read. Rejects when the first one can't be made. */
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

/** The whole file. */
export const exportStream = (ports: ExportPorts, wanted: WantedExport, bounds: ExportBounds) =>
  streamOf(exportPieces(ports, wanted, bounds))
