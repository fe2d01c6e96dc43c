import type { Collections } from './store.ts'

/**
 * Makes other transactions that lock the same name wait until this one has ended, in every process of the database. It
 * is the first statement of its transaction, so that reads after it see what the others have committed. A database lets
 * the same key be inserted only once at a time, even if the row is deleted in the same transaction, so nothing remains.
 */
export const lockName = async ({ attempts }: Collections, name: string): Promise<void> => {
  // Keyed hashes contain no colon, so no limit counts in this row.
  const id = `lock:${name}`
  await attempts.insert({ id, count: 0, windowEndsAt: 0 })
  await attempts.delete({ id })
}
