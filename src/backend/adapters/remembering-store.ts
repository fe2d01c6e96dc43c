import { idsOf } from '../store/json-text.ts'
import {
  type CellCondition,
  type Cells,
  compareValues,
  conditionsOf,
  isCondition,
  matcherOf,
  type Value,
} from '../store/match.ts'
import type { InLine } from '../store/queue.ts'
import type { Records } from '../store/records.ts'
import type { Collection, Collections, IdSource, Read, Store, Where } from '../store/store.ts'

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

const isEqual = (one: CellCondition, other: CellCondition | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns whether every value that meets `inner` is known to meet `outer`. */
const covers = (outer: CellCondition, inner: CellCondition | undefined): boolean => {
  if (inner === undefined) return false
  if (isEqual(outer, inner)) return true
  const [listed, wanted] = [valuesOf(outer), valuesOf(inner)]
  return listed !== undefined && wanted?.every((value) => listed.some(isSame(value))) === true
}

/** Returns the values that a condition allows, unless it is another kind of condition. */
const valuesOf = (condition: CellCondition): readonly Value[] | undefined => {
  if (!isCondition(condition)) return [condition]
  return Object.keys(condition).length === 1 ? condition.in : undefined
}

const isSame = (value: Value) => (other: Value) => compareValues(value, other) === 0

/** Creates a cache of rows that were read from one collection, until one of them may have changed. */
const createRememberedRows = (name: keyof Records, now: () => number) => {
  let entries: Entry[] = []

  const fresh = () => entries.filter(({ readAt }) => now() - readAt < MAX_AGE_MS)

  const holds = ({ conditions, isWhole }: Entry, wanted: Map<string, CellCondition>, onlyFirst: boolean) => {
    // The first match of some values need not be that of a part of them.
    const meets = isWhole ? covers : isEqual
    const isCovered = [...conditions].every(([field, condition]) => meets(condition, wanted.get(field)))
    return isCovered && (isWhole || (onlyFirst && conditions.size === wanted.size))
  }

  const keep = (entry: Entry) => {
    entries = [...fresh(), entry]
    // A failed read is not cached.
    entry.rows.catch(() => {
      entries = entries.filter((each) => each !== entry)
    })
  }

  const remember = (where: Where<Row>, rows: Promise<readonly Row[]>, isWhole: boolean): Promise<readonly Row[]> => {
    keep({ conditions: new Map(conditionsOf(where)), isWhole, rows, readAt: now() })
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
    /**
     * Does the same for a read of ids that other rows contain. Nothing is found in it before its ids are known.
     *
     * @returns function that names the ids
     */
    takeIds(where: Where<Row>, rows: Promise<readonly Row[]>) {
      const conditions = new Map(conditionsOf(where)).set('id', { in: [] })
      keep({ conditions, isWhole: true, rows, readAt: now() })
      return (ids: readonly string[]) => void conditions.set('id', { in: ids })
    },
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

type RememberedRows = ReturnType<typeof createRememberedRows>

/** Wraps a collection so that it calls `note` before and after each write, whether or not the write succeeds. */
export const noteWrites = <Row extends { id: string }>(
  collection: Collection<Row>,
  note: () => void,
): Collection<Row> => {
  const noted = async <Result>(write: () => Promise<Result>): Promise<Result> => {
    note()
    try {
      return await write()
    } finally {
      note()
    }
  }
  return {
    ...collection,
    insert: (row) => noted(() => collection.insert(row)),
    insertMany: (rows) => noted(() => collection.insertMany(rows)),
    update: (where, patch) => noted(() => collection.update(where, patch)),
    delete: (where) => noted(() => collection.delete(where)),
  }
}

type Name = keyof Records
type AnyCollection = Collection<{ id: string }>
type AnyWhere = Where<{ id: string }>

/**
 * A request caches rows of these collections; all others are read each time, especially one-time secrets and counters.
 */
const OF_A_REQUEST: readonly Name[] = [
  'users',
  'members',
  'sessions',
  'oauthGrants',
  'roles',
  'groups',
  'policies',
  'ipConfigs',
  'ssoDomains',
  'ssoConnections',
  'ssoSetups',
  'accountLinks',
  'tenants',
  'deletions',
]

const isVendors = (name: Name, where: AnyWhere): boolean =>
  name === 'policies' && 'tenantId' in where && where.tenantId === null

const CACHED: readonly Name[] = [...OF_A_REQUEST, 'permissions']

/** Returns the ids that the sources of a read contain. */
const idsOfSources = (found: readonly (readonly object[])[], sources: readonly IdSource[]): string[] => {
  const ids = sources.flatMap(({ read, field, isOne }) =>
    (found[read] ?? []).flatMap((row) => {
      const text = (row as Readonly<Record<string, unknown>>)[field]
      if (typeof text !== 'string') return []
      return isOne ? [text] : idsOf(text)
    }),
  )
  return [...new Set(ids)]
}

/** Permissions belong to the product and are few, so they are all read at once, as are the vendor's settings. */
const EVERY = {}
const OF_THE_VENDOR = { tenantId: null } as AnyWhere

// `Object.fromEntries` loses the row type of each name; `collectionFor` keeps it.
const collectionsBy = (names: readonly Name[], collectionFor: (name: Name) => AnyCollection) =>
  Object.fromEntries(names.map((name) => [name, collectionFor(name)])) as unknown as Partial<Collections>

const of = (collections: Collections, name: Name) => collections[name] as unknown as AnyCollection

/**
 * A transaction doesn't use the cache; at its end `forget` gets the names of the collections that it may have changed.
 */
const transactionOf =
  (store: Store, forget: (name: Name) => void): Store['transaction'] =>
  async (work) => {
    const written = new Set<Name>()
    const noting = (name: Name, inside: Collections) => noteWrites(of(inside, name), () => written.add(name))
    try {
      return await store.transaction((inside) =>
        work({ ...inside, ...collectionsBy(CACHED, (name) => noting(name, inside)) }),
      )
    } finally {
      for (const name of written) forget(name)
    }
  }

/**
 * Caches rows for one request, and the vendor's own settings and permissions for the process, because a request reads
 * many of them several times. A cached row is at most a second old. It is not used after a write to its collection by
 * the same request (for the process: by the same process), nor inside a transaction.
 *
 * @param now milliseconds of any clock that never goes back
 */
export const createRememberingStore = (store: Store, now: () => number = () => performance.now()) => {
  const shared = {
    policies: createRememberedRows('policies', now),
    permissions: createRememberedRows('permissions', now),
  }
  const forgetShared = (name: Name) => {
    if (name === 'policies' || name === 'permissions') shared[name].forget()
  }
  const root: Store = {
    ...store,
    ...collectionsBy(['policies', 'permissions'], (name) => noteWrites(of(store, name), () => forgetShared(name))),
    transaction: transactionOf(store, forgetShared),
  }

  const createView = (base: Store) => {
    const own = new Map(OF_A_REQUEST.map((name) => [name, createRememberedRows(name, now)]))
    const forget = (name: Name) => {
      own.get(name)?.forget()
      forgetShared(name)
    }
    const rowsFor = (name: Name, where: AnyWhere): RememberedRows =>
      isVendors(name, where) ? shared.policies : (own.get(name) ?? shared.permissions)

    const remembering = (name: Name): AnyCollection => {
      const collection = of(base, name)
      const read = async (where: AnyWhere) => {
        if (name === 'permissions') await shared.permissions.list(collection, EVERY)
        if (isVendors(name, where)) await shared.policies.list(collection, OF_THE_VENDOR)
        return rowsFor(name, where)
      }
      return {
        ...noteWrites(collection, () => forget(name)),
        get: async (id) => (await read({ id })).find(collection, { id }),
        find: async (where) => (await read(where)).find(collection, where),
        list: async (where) => (await read(where)).list(collection, where),
      }
    }

    const readTogether = async (reads: readonly Read[]): Promise<{ id: string }[][]> => {
      const reading = base.readTogether?.(reads) ?? Promise.resolve([])
      const naming = reads.map(({ name, where, idsIn }, at) => {
        const remembered = own.get(name)
        if (!remembered) return undefined
        const rows = reading.then((found) => found[at] ?? [])
        if (idsIn) return remembered.takeIds(where as AnyWhere, rows)
        return remembered.take(where as AnyWhere, rows)
      })
      const found = await reading
      for (const [at, nameIds] of naming.entries()) nameIds?.(idsOfSources(found, reads[at]?.idsIn ?? []))
      return found
    }

    const view: Store = {
      ...base,
      ...collectionsBy(CACHED, remembering),
      ...(base.readTogether && { readTogether }),
      transaction: transactionOf(base, forget),
    }
    const forgetOwn = () => {
      for (const rows of own.values()) rows.forget()
    }
    return { view, forgetOwn }
  }

  /** Clears the cache before and after a queued task, because its decisions need current rows. */
  const perRequest = <Inner extends { store: Store; inLine: InLine }>(ports: Inner): Inner => {
    const { view, forgetOwn } = createView(ports.store)
    const inLine: InLine = async (name, task) => {
      try {
        return await ports.inLine(name, () => {
          forgetOwn()
          return task()
        })
      } finally {
        forgetOwn()
      }
    }
    return { ...ports, store: view, inLine }
  }

  const forget = () => {
    for (const rows of Object.values(shared)) rows.forget()
  }
  return { store: root, perRequest, forget }
}
