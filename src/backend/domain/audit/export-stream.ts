import type { Ports } from '../../ports.ts'
import type { AuditRecord } from '../../store/records.ts'
import type { Where } from '../../store/store.ts'
import { type ExportOrder, type exporter, nextWindow } from './audit-export.ts'
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
export const closingLine = async (
  ports: ExportPorts,
  { tenantId, format, isFiltered }: WantedExport,
  { firstSeq, end }: ExportBounds,
): Promise<string> => {
  if (format === 'csv') return ''
  const { store, signer } = ports
  const last = await store.audits.find({ tenantId, seq: end - 1 })
  const checkpoint = last && (await signCheckpoint(ports, { ...last, kind: 'regular' }))
  const removed = await store.auditCheckpoints.find({ tenantId, seq: firstSeq - 1, kind: 'retention' })
  const { keys } = await signer.jwks()
  const line = { tenantId, firstSeq, lastSeq: end - 1, isFiltered, checkpoint, retention: removed?.token, keys }
  return `${JSON.stringify(line)}\n`
}

/** The whole file, as fast as it is read: only one window of rows is held. */
export const exportStream = (
  ports: ExportPorts,
  wanted: WantedExport,
  bounds: ExportBounds,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const encoder = new TextEncoder()
  const { where, order, file } = wanted
  const { end } = bounds
  let done = 0
  let isLast = end <= 1
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(file.head)),
    async pull(controller) {
      if (isLast) {
        controller.enqueue(encoder.encode(await closingLine(ports, wanted, bounds)))
        return controller.close()
      }
      const window = await nextWindow(ports.store, where, { end, done, order })
      done = window.done
      isLast = window.isLast
      controller.enqueue(encoder.encode(file.linesOf(window.rows)))
    },
  })
}
