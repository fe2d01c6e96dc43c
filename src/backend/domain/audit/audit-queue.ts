import type { AppendAudits, AuditQueue } from '../../ports.ts'
import type { AuditDraft } from '../../store/records.ts'

interface Batch {
  drafts: AuditDraft[]
  done: Promise<void>
}

/** The maximum number of rows per transaction. */
const MAX_BATCH = 500

/**
 * Creates a queue in which a tenant's rows wait while earlier ones are written, and then share a transaction. A busy
 * tenant therefore uses one connection instead of all, and needs no round trip per row.
 */
export const createAuditQueue = (): AuditQueue => {
  const running = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, Batch>()

  const startBatch = (append: AppendAudits, tenantId: string): Batch => {
    const drafts: AuditDraft[] = []
    const before = running.get(tenantId) ?? Promise.resolve()
    const done = before.then(() => {
      waiting.delete(tenantId)
      return append(tenantId, drafts)
    })
    const settled = done.catch(() => undefined)
    running.set(tenantId, settled)
    void settled.then(() => {
      if (running.get(tenantId) === settled) running.delete(tenantId)
    })
    return { drafts, done }
  }

  return (append, draft) => {
    const { tenantId } = draft
    const open = waiting.get(tenantId)
    const batch = open && open.drafts.length < MAX_BATCH ? open : startBatch(append, tenantId)
    waiting.set(tenantId, batch)
    batch.drafts.push(draft)
    return batch.done
  }
}
