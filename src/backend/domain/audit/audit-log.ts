import type { AuditDraft, AuditHeadRecord, AuditRecord } from '../../store/records.ts'
import { type Collections, DuplicateError, type Store } from '../../store/store.ts'
import { chained, emptyHead } from './chain.ts'
import { tallyBlock } from './tallies.ts'

type AuditCollections = Pick<Collections, 'audits' | 'auditHeads' | 'auditTallies'>

/** The store, or its collections inside a transaction, which may keep rows for its end (`withAuditsLast`). */
export type AuditStore = AuditCollections &
  Partial<Pick<Store, 'transaction'>> & { readonly pendingAudits?: AuditDraft[] }

/** One of the writers succeeds in each round, so the processes of one database never need this many rounds. */
const MAX_ROUNDS = 1_000

const readHead = async (store: AuditCollections, tenantId: string): Promise<AuditHeadRecord> => {
  const head = await store.auditHeads.get(tenantId)
  if (head) return head
  try {
    return await store.auditHeads.insert(emptyHead(tenantId))
  } catch (error) {
    // Another process was faster.
    if (!(error instanceof DuplicateError)) throw error
    return (await store.auditHeads.get(tenantId)) ?? emptyHead(tenantId)
  }
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
