import type { Ports } from '../../ports.ts'
import { inRounds } from '../../store/queue.ts'
import type { AuditDraft, AuditRecord } from '../../store/records.ts'
import type { Collections, Store } from '../../store/store.ts'
import { append, createAuditQueue } from './audit.ts'
import { asStored, searchTextOf } from './chain.ts'

/** Positions below zero mark rows that aren't in the chain yet; the chain begins at 1. */
const NOT_CHAINED = { lt: 0 } as const

const MAX_PLACE = 2_000_000_000

const unchained = (draft: AuditDraft): AuditRecord => {
  const stored = asStored(draft)
  const seq = -1 - Math.floor(Math.random() * MAX_PLACE)
  return { ...stored, seq, prevHash: '', hash: '', searchText: searchTextOf(stored) }
}

const TAKEN = new Error('Another process chains these rows')

/** Gives rows their places in the chain of their account, except those that another process has chained. */
const chain = async (store: Store, tenantId: string, drafts: readonly AuditDraft[]): Promise<void> => {
  const chained = store.transaction(async (inside) => {
    const where = { id: { in: drafts.map(({ id }) => id) }, tenantId, seq: NOT_CHAINED }
    const waiting = new Set((await inside.audits.listFields(where, ['id'])).map(({ id }) => id))
    if (waiting.size === 0) return
    if ((await inside.audits.delete(where)) !== waiting.size) throw TAKEN
    const rows = drafts.filter(({ id }) => waiting.has(id))
    await append(inside, tenantId, rows)
  })
  await chained.catch((error: unknown) => {
    if (error !== TAKEN) throw error
    return chain(store, tenantId, drafts)
  })
}

/**
 * Returns a store whose transactions write their audit rows in their last statement, without a place in the chain, so
 * that the log of an account isn't locked while a transaction runs. After the transaction, the rows get their places in
 * the order in which this process queued them, together with those of other transactions that wait. If this fails, the
 * change still succeeds, because its rows are stored: `keepChained` gives them their places later, as it does for the
 * rows of a process that was killed.
 *
 * @example
 * const store = withAuditsLast(await openPostgresStore(url))
 * await store.transaction(async (inside) => {
 *   await inside.roles.insert(role)
 *   await audit({ ...ports, store: inside }, caller, entry) // is written when this function has ended
 * })
 */
export const withAuditsLast = (store: Store): Store => {
  const queue = createAuditQueue()

  const transaction = async <Result>(work: (inside: Collections) => Promise<Result>): Promise<Result> => {
    const pendingAudits: AuditDraft[] = []
    const result = await store.transaction(async (inside) => {
      const done = await work({ ...inside, pendingAudits } as Collections)
      if (pendingAudits.length > 0) await inside.audits.insertMany(pendingAudits.map(unchained))
      return done
    })
    await Promise.allSettled(pendingAudits.map((draft) => queue((...rows) => chain(store, ...rows), draft)))
    return result
  }

  return { ...store, transaction }
}

/**
 * Chains rows that were left without a place, ordered by time, and returns their number.
 *
 * @param before time in milliseconds; later rows are skipped, because their process may be chaining them.
 * @default no row is skipped
 */
export const chainLeftRows = async (store: Store, before = Number.MAX_SAFE_INTEGER): Promise<number> => {
  const left = await store.audits.list({ seq: NOT_CHAINED, createdAt: { lt: before } })
  const byTime = left.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
  for (const tenantId of new Set(byTime.map((row) => row.tenantId))) {
    const own = byTime.filter((row) => row.tenantId === tenantId)
    const drafts = own.map(({ seq: _seq, prevHash: _prevHash, hash: _hash, searchText: _text, ...draft }) => draft)
    await chain(store, tenantId, drafts)
  }
  return left.length
}

/** With this interval, rows are chained within 5 s, because a round skips those younger than `YOUNG_MS`. */
const ROUND_MS = 2_500
const YOUNG_MS = 2_000
/** Milliseconds between two warnings, because every round fails while the database is unreachable. */
const QUIET_MS = 60_000

/**
 * Repeatedly chains audit rows that another process, or a failure, left without a place. Returns a function that stops
 * it.
 */
export const keepChained = ({ store, clock, log }: Pick<Ports, 'store' | 'clock' | 'log'>): (() => Promise<void>) => {
  let quietUntil = 0
  const round = () =>
    chainLeftRows(store, clock.now() - YOUNG_MS).catch((error: unknown) => {
      if (clock.now() < quietUntil) return
      quietUntil = clock.now() + QUIET_MS
      log.warn('Adding rows to the chain of the audit log failed', error)
    })
  return inRounds(round, ROUND_MS)
}
