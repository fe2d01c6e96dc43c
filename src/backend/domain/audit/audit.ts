import type { PlacedEntry } from '../../call/auth.ts'
import type { Caller } from '../../call/caller.ts'
import type { AppendAudits, AuditQueue, Ports } from '../../ports.ts'
import type { AuditDraft, AuditHeadRecord, AuditRecord } from '../../store/records.ts'
import { type Collections, type Store, unlessDuplicate } from '../../store/store.ts'
import { chained, emptyHead } from './chain.ts'
import { tallyBlock } from './tallies.ts'

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

type AuditCollections = Pick<Collections, 'audits' | 'auditHeads' | 'auditTallies'>

/** The store, or its collections inside a transaction, which may keep rows for its end (`withAuditsLast`). */
type AuditStore = AuditCollections & Partial<Pick<Store, 'transaction'>> & { readonly pendingAudits?: AuditDraft[] }

/** One of the writers succeeds in each round, so the processes of one database never need this many rounds. */
const MAX_ROUNDS = 1_000

const readHead = async (store: AuditCollections, tenantId: string): Promise<AuditHeadRecord> => {
  const find = () => store.auditHeads.get(tenantId)
  const insert = () => unlessDuplicate(store.auditHeads.insert(emptyHead(tenantId)))
  return (await find()) ?? (await insert()) ?? (await find()) ?? emptyHead(tenantId)
}

/** Reserves the places after the head. The changed head is locked for other processes until the transaction ends. */
const takePlaces = async (
  store: AuditCollections,
  tenantId: string,
  drafts: readonly AuditDraft[],
): Promise<{ head: AuditHeadRecord; rows: AuditRecord[] }> => {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const old = await readHead(store, tenantId)
    const next = chained(old, drafts)
    const { seq, hash } = next.head
    if (await store.auditHeads.update({ id: tenantId, seq: old.seq }, { seq, hash })) return next
  }
  throw new Error('The audit log is busy')
}

/** Adds rows inside a transaction, all or none. */
export const append = async (
  store: AuditCollections,
  tenantId: string,
  drafts: readonly AuditDraft[],
): Promise<void> => {
  const { head, rows } = await takePlaces(store, tenantId, drafts)
  await store.audits.insertMany(rows)
  await tallyBlock(store, head)
}

/**
 * Adds all or none of the rows to the log of a tenant. They have their places when this resolves or, if the store keeps
 * them for the end of its transaction, when the transaction has ended.
 */
export const appendAudits = async (
  store: AuditStore,
  tenantId: string,
  drafts: readonly AuditDraft[],
): Promise<void> => {
  if (store.pendingAudits) store.pendingAudits.push(...drafts)
  else if (store.transaction) await store.transaction((inside) => append(inside, tenantId, drafts))
  else await append(store, tenantId, drafts)
}

/** Creates the caller for an operator at a terminal, with the command they run but without a session or IP address. */
export const atConsole = (command: string): Caller => ({
  ipAddress: undefined,
  userAgent: command,
  origin: undefined,
  rawQuery: '',
  header: () => undefined,
  cookies: () => [],
})

/** The user of entries that no user of the product caused. */
export const CONSOLE_USER = { id: 'console', email: 'console' }

type AuditPorts = Pick<Ports, 'clock' | 'random' | 'auditQueue' | 'shownDomains'> & { store: AuditStore }

const actorOf = ({ impersonator }: Caller) =>
  impersonator && { actorId: impersonator.id, actorEmail: impersonator.email }

/**
 * Writes an entry to the audit log. If the log can't be written, the call fails, so that nothing happens unrecorded.
 */
export const audit = async (ports: AuditPorts, caller: Caller, entry: PlacedEntry): Promise<void> => {
  const draft: AuditDraft = {
    id: ports.random.uuid(),
    tenantId: entry.tenantId,
    userId: entry.user?.id ?? null,
    email: entry.user?.email ?? '',
    action: entry.action,
    resource: entry.resource,
    severity: entry.severity ?? 'Info',
    ip: caller.ipAddress ?? '',
    userAgent: caller.userAgent,
    description: ports.shownDomains?.(entry.description) ?? entry.description,
    detail: JSON.stringify({ ...entry.detail, ...actorOf(caller) }),
    createdAt: ports.clock.now(),
  }
  const { auditQueue } = ports
  const store: AuditStore = entry.inside ?? ports.store
  // Rows of a transaction bypass the queue: other rows would wait for the transaction to end, and the transaction for
  // them.
  if (auditQueue && store.transaction && !store.pendingAudits)
    return auditQueue((...rows) => appendAudits(store, ...rows), draft)
  await appendAudits(store, draft.tenantId, [draft])
}
