import type { InLine } from '../store/queue.ts'
import type { Records } from '../store/records.ts'
import type { Collection, Collections, Read, Store, Where } from '../store/store.ts'
import { noteWrites } from './note-writes.ts'
import { createRememberedRows, type RememberedRows } from './remembered-rows.ts'

type Name = keyof Records
type AnyCollection = Collection<{ id: string }>
type AnyWhere = Where<{ id: string }>

/** A request remembers what it read of these; everything else is read each time, above all what is used up or counted. */
const OF_A_REQUEST: readonly Name[] = [
  'users',
  'members',
  'sessions',
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

/** Permissions are the product's own and few: they are read all at once. */
const EVERY = {}

// `Object.fromEntries` forgets which row belongs to which name; `collectionFor` gives each name its own.
const collectionsBy = (names: readonly Name[], collectionFor: (name: Name) => AnyCollection) =>
  Object.fromEntries(names.map((name) => [name, collectionFor(name)])) as unknown as Partial<Collections>

const of = (collections: Collections, name: Name) => collections[name] as unknown as AnyCollection

/** A transaction reads everything by itself; at its end `forget` gets the names of what it may have changed. */
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
 * Remembers rows for one request, and the vendor's own settings and permissions for the process, because a request reads
 * many of them several times. Nothing remembered is older than a second, is read after a write to its collection by the
 * same request (for the process: by the same process), or is read inside a transaction.
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
      for (const [at, { name, where }] of reads.entries()) {
        own.get(name)?.take(
          where as AnyWhere,
          reading.then((found) => found[at] ?? []),
        )
      }
      return reading
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

  /** What waited in a line decides by what holds now, and so does what comes after its turn. */
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
