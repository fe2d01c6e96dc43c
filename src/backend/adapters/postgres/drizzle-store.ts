import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import { storable } from '../../store/match.ts'
import { createQueue } from '../../store/queue.ts'
import type { AttemptRecord, Records } from '../../store/records.ts'
import { STORE_SCHEMA } from '../../store/schema.ts'
import type { Collection, Collections, Read, Store } from '../../store/store.ts'
import { collectionsFor } from './collection.ts'
import { createOutageWatch, type OutageWatch, SILENT_LOG } from './outage.ts'
import { readTogether } from './read-together.ts'
import { createRunQuery, queryOf, type RunQuery } from './statements.ts'
import { tableOf } from './table-of.ts'
import { type Database, type Run, TABLES } from './tables.ts'

/** Maximum number of lists in one statement; with many more it takes longer to plan than to run. */
const MAX_LISTS = 32

type AnyCollection = Collection<{ id: string }>
type Makers = ReadonlyMap<keyof Records, (run: Run) => AnyCollection>

const makersOf = (runQuery: RunQuery): Makers =>
  new Map((Object.keys(STORE_SCHEMA) as (keyof Records)[]).map((name) => [name, collectionsFor(name, runQuery)]))

/** Returns all collections on one connection, each with what `replaced` returns instead of its own. */
const collectionsOn = (
  makers: Makers,
  run: Run,
  replaced?: (name: keyof Records) => Partial<AnyCollection>,
): Collections => {
  const collections: Partial<Record<keyof Records, AnyCollection>> = {}
  for (const [name, make] of makers) collections[name] = replaced ? Object.assign(make(run), replaced(name)) : make(run)
  // The record loses the row type of each name; each name keeps its own collection.
  return collections as unknown as Collections
}

interface Batch {
  reads: Read[]
  rows: Promise<{ id: string }[][]>
}

/**
 * Collections of one connection, which runs one statement at a time: lists that are requested together are read with
 * one statement. A list is never read before an operation that was requested earlier, or after one that was requested
 * later.
 *
 * @param enqueue runs operations one after the other, none of them before it has returned
 */
const batchLists = (runQuery: RunQuery, makers: Makers, enqueue: Run): Collections => {
  let open: Batch | undefined

  const run: Run = (operation) => {
    open = undefined
    return enqueue(operation)
  }

  const begin = (first: Read): Batch => {
    const reads = [first]
    const rows = enqueue<{ id: string }[][]>(async (database) => {
      if (open?.reads === reads) open = undefined
      if (reads.length > 1) return readTogether(runQuery, database, reads)
      const alone = makers.get(first.name)?.(async (operation) => operation(database))
      return [(await alone?.list(first.where as object)) ?? []]
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

  return collectionsOn(makers, run, (name) => ({ list: (where: object) => list({ name, where } as Read) }))
}

interface Window {
  id: string
  now: number
  windowEndsAt: number
}

/** The statement itself locks the row, so no two attempts get the same number. */
const countAttempt = async (
  runQuery: RunQuery,
  database: Database,
  { id: given, now, windowEndsAt }: Window,
): Promise<AttemptRecord> => {
  const { table, shown, rowOf } = tableOf('attempts')
  const { windowEndsAt: end, count } = TABLES.attempts
  const id = storable(given)
  const isOpen = sql`${end} > ${now}::bigint`
  const build = () =>
    database
      .insert(table)
      .values({ id, count: 1, windowEndsAt })
      .onConflictDoUpdate({
        target: TABLES.attempts.id,
        set: {
          count: sql`case when ${isOpen} then ${count} + 1 else 1 end`,
          windowEndsAt: sql`case when ${isOpen} then least(${end}, ${windowEndsAt}::bigint) else ${windowEndsAt}::bigint end`,
        },
      })
      .returning(shown)
      .getSQL()
  const values = [id, 1, windowEndsAt, now, now, windowEndsAt, windowEndsAt]
  const [cells] = await runQuery(database, queryOf({ key: 'count attempt', values, isLookUp: true }, build))
  if (!cells) throw new Error('An attempt was not counted')
  // The row seam, as in `collection.ts`.
  return rowOf(cells) as unknown as AttemptRecord
}

interface Options extends Pick<Store, 'close' | 'connections'>, Required<Pick<Store, 'executeSql'>> {
  /** @default logs nothing */
  watch?: OutageWatch
  /** Awaited after each operation. */
  pause?: () => Promise<void>
  /**
   * Whether statements are prepared by name, once per connection. A pooler between would mix those of its clients up.
   * @default false
   */
  arePrepared?: boolean
}

/** Creates a store over any drizzle database of the PostgreSQL dialect that has the tables. */
export const createDrizzleStore = (
  database: Database,
  {
    close,
    executeSql,
    connections,
    watch = createOutageWatch(SILENT_LOG),
    pause = async () => undefined,
    arePrepared = false,
  }: Options,
): Store => {
  const runQuery = createRunQuery(arePrepared)
  const makers = makersOf(runQuery)
  const running = new AsyncLocalStorage<{ open: boolean }>()

  const paused = async <Result>(work: Promise<Result>): Promise<Result> => {
    const result = await work
    await pause()
    return result
  }

  const outside: Run = async (operation) => {
    // Otherwise a database with one connection would wait for itself forever.
    if (running.getStore()?.open) throw new Error('Inside a transaction only its own collections may be used')
    return watch.guard(paused(operation(database)))
  }

  const transaction = <Result>(work: (store: Collections) => Promise<Result>): Promise<Result> =>
    outside(() =>
      database.transaction(async (inside) => {
        const state = { open: true }
        // One connection processes one statement at a time.
        const enqueue = createQueue()
        const run: Run = async (operation) => {
          if (!state.open) throw new Error('This transaction has ended')
          return enqueue(() => paused(operation(inside)))
        }
        try {
          return await running.run(state, () => work(batchLists(runQuery, makers, run)))
        } finally {
          await enqueue(() => undefined)
          state.open = false
        }
      }),
    )

  const optimize = async () => {
    await outside((inside) => inside.execute(sql`vacuum analyze`))
  }

  return {
    ...collectionsOn(makers, outside),
    transaction,
    countAttempt: (attempt) => outside((inside) => countAttempt(runQuery, inside, attempt)),
    readTogether: (reads) => outside((inside) => readTogether(runQuery, inside, reads)),
    optimize,
    executeSql: (text, values) => watch.guard(executeSql(text, values)),
    ...(connections && { connections }),
    close,
  }
}
