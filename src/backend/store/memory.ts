import { collectionOf, createTable, type Run, type Undo } from './memory-collection.ts'
import { createQueue } from './queue.ts'
import type { Records } from './records.ts'
import { STORE_SCHEMA } from './schema.ts'
import type { Collections, Store } from './store.ts'
import { storable } from './text.ts'

const NAMES = Object.keys(STORE_SCHEMA) as (keyof Records)[]

const rollBack = (undo: Undo[]) => {
  for (const restore of undo.reverse()) restore()
}

/** Runs an operation so that it takes effect completely or not at all. */
const atomically = <Result>(undo: Undo[], operation: (undo: Undo[]) => Result): Result => {
  const own: Undo[] = []
  try {
    const result = operation(own)
    undo.push(...own)
    return result
  } catch (error) {
    rollBack(own)
    throw error
  }
}

/** Creates a store that lives as long as the page or process, for preview mode and tests. */
export const createMemoryStore = (): Store => {
  // Operations run one after the other, so that no transaction sees a half-finished one.
  const enqueue = createQueue()
  const tables = NAMES.map((name) => [name, createTable(name)] as const)
  // `Object.fromEntries` loses the row type of each name; the loop keeps it.
  const collections = (run: Run) =>
    Object.fromEntries(tables.map(([name, table]) => [name, collectionOf(table, run)])) as unknown as Collections

  const transaction = <Result>(work: (store: Collections) => Promise<Result>): Promise<Result> =>
    enqueue(async () => {
      const undo: Undo[] = []
      let open = true
      const run: Run = async (operation) => {
        if (!open) throw new Error('This transaction has ended')
        return atomically(undo, operation)
      }
      try {
        return await work(collections(run))
      } catch (error) {
        rollBack(undo)
        throw error
      } finally {
        open = false
      }
    })

  return {
    ...collections((operation) => enqueue(() => atomically([], operation))),
    transaction,
    countAttempt: ({ id, now, windowEndsAt }) =>
      transaction(async ({ attempts }) => {
        const row = await attempts.get(id)
        const isOpen = row && row.windowEndsAt > now
        const next = isOpen ? { ...row, count: row.count + 1 } : { id: storable(id), count: 1, windowEndsAt }
        if (!(await attempts.update({ id }, next))) await attempts.insert(next)
        return next
      }),
    close: async () => undefined,
  }
}
