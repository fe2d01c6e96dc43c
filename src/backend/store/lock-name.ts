import type { Collections } from './store.ts'

/**
 * Makes other transactions that lock the same name wait until this one has ended, in every process of the database. Reads
 * after it see what the others have committed. A database lets the same key be inserted only once at a time, even if the
 * row is deleted in the same transaction, so nothing remains.
 */
export const lockName = (store: Collections, name: string): Promise<void> => lockNames(store, [name])

/** Locks different names, in one order, so that two transactions don't wait for each other. */
export const lockNames = async ({ attempts }: Collections, names: readonly string[]): Promise<void> => {
  // Keyed hashes contain no colon, so no limit counts in these rows.
  const ids = names.map((name) => `lock:${name}`).sort()
  await attempts.insertMany(ids.map((id) => ({ id, count: 0, windowEndsAt: 0 })))
  await attempts.delete({ id: { in: ids } })
}
