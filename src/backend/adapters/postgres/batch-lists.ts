import type { Records } from '../../store/records.ts'
import type { Collections, Read } from '../../store/store.ts'
import { collectionOf, type Run, readTogether } from './collection.ts'

/** Maximum number of lists in one statement; with many more it takes longer to plan than to run. */
const MAX_LISTS = 32

interface Batch {
  reads: Read[]
  rows: Promise<{ id: string }[][]>
}

/**
 * Collections of one connection, which runs one statement at a time: lists that are requested together are read by one
 * statement. A list is never read before an operation that was requested earlier, or after one that was requested
 * later.
 *
 * @param enqueue runs operations one after the other, none of them before it has returned
 */
export const batchLists = (collections: (run: Run) => Collections, enqueue: Run): Collections => {
  let open: Batch | undefined

  const run: Run = (operation) => {
    open = undefined
    return enqueue(operation)
  }

  const begin = (first: Read): Batch => {
    const reads = [first]
    const rows = enqueue<{ id: string }[][]>(async (database) => {
      if (open?.reads === reads) open = undefined
      if (reads.length > 1) return readTogether(database, reads)
      const alone = collectionOf(first.name, async (operation) => operation(database))
      return [await alone.list(first.where as object)]
    })
    return { reads, rows }
  }

  const list = async (read: Read): Promise<{ id: string }[]> => {
    if (open && open.reads.length < MAX_LISTS) open.reads.push(read)
    else open = begin(read)
    const { reads, rows } = open
    const at = reads.length - 1
    return (await rows)[at] ?? []
  }

  const plain = collections(run)
  const names = Object.keys(plain) as (keyof Records)[]
  // `Object.fromEntries` loses the row type of each name; each name keeps its own collection.
  return Object.fromEntries(
    names.map((name) => [name, { ...plain[name], list: (where: object) => list({ name, where } as Read) }]),
  ) as unknown as Collections
}
