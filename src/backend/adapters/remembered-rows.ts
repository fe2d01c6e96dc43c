import { type CellCondition, type Cells, compareValues, conditionsOf, isCondition, matcherOf } from '../store/match.ts'
import type { Records } from '../store/records.ts'
import type { Collection, Where } from '../store/store.ts'

type Row = { id: string }

/** Maximum age of a cached row. */
const MAX_AGE_MS = 1_000

interface Entry {
  conditions: Map<string, CellCondition>
  /** False if only the first match was read. */
  isWhole: boolean
  rows: Promise<readonly Row[]>
  readAt: number
}

/** Returns whether every value that meets `inner` is known to meet `outer`. */
const covers = (outer: CellCondition, inner: CellCondition | undefined): boolean => {
  if (inner === undefined) return false
  if (JSON.stringify(outer) === JSON.stringify(inner)) return true
  const listed = isCondition(outer) && Object.keys(outer).length === 1 ? outer.in : undefined
  return listed !== undefined && !isCondition(inner) && listed.some((value) => compareValues(value, inner) === 0)
}

/** Creates a cache of rows that were read from one collection, until one of them may have changed. */
export const createRememberedRows = (name: keyof Records, now: () => number) => {
  let entries: Entry[] = []

  const fresh = () => entries.filter(({ readAt }) => now() - readAt < MAX_AGE_MS)

  const holds = ({ conditions, isWhole }: Entry, wanted: Map<string, CellCondition>, onlyFirst: boolean) => {
    const isCovered = [...conditions].every(([field, condition]) => covers(condition, wanted.get(field)))
    return isCovered && (isWhole || (onlyFirst && conditions.size === wanted.size))
  }

  const remember = (where: Where<Row>, rows: Promise<readonly Row[]>, isWhole: boolean): Promise<readonly Row[]> => {
    const entry: Entry = { conditions: new Map(conditionsOf(where)), isWhole, rows, readAt: now() }
    entries = [...fresh(), entry]
    // A failed read is not cached.
    rows.catch(() => {
      entries = entries.filter((each) => each !== entry)
    })
    return rows
  }

  const rowOf = async (id: unknown): Promise<Row[] | undefined> => {
    for (const { rows } of fresh()) {
      const found = (await rows).find((row) => row.id === id)
      if (found) return [{ ...found }]
    }
    return undefined
  }

  /** Returns copies of the matches among the rows of an earlier read that included all of them. */
  const known = async (where: Where<Row>, onlyFirst: boolean): Promise<Row[] | undefined> => {
    const wanted = new Map(conditionsOf(where))
    const isById = wanted.size === 1 && typeof wanted.get('id') === 'string'
    const row = isById ? await rowOf(wanted.get('id')) : undefined
    if (row) return row
    const entry = fresh().find((each) => holds(each, wanted, onlyFirst))
    if (!entry) return undefined
    const rows = await entry.rows
    const isMatch = matcherOf(name, where)
    // The rows of every collection are flat objects of scalars (`records.ts`).
    return rows.filter((row) => isMatch(row as unknown as Cells)).map((row) => ({ ...row }))
  }

  const copies = (rows: readonly Row[]) => rows.map((row) => ({ ...row }))

  return {
    forget() {
      entries = []
    },
    /** Caches the rows of a read that begins now, together with those of other collections. */
    take: (where: Where<Row>, rows: Promise<readonly Row[]>) => void remember(where, rows, true),
    async list(collection: Collection<Row>, where: Where<Row>): Promise<Row[]> {
      return (await known(where, false)) ?? copies(await remember(where, collection.list(where), true))
    },
    async find(collection: Collection<Row>, where: Where<Row>): Promise<Row | undefined> {
      const found = await known(where, true)
      if (found) return found[0]
      const first = collection.find(where).then((row) => (row ? [row] : []))
      return copies(await remember(where, first, false))[0]
    },
  }
}

export type RememberedRows = ReturnType<typeof createRememberedRows>
