import { STORE_SCHEMA } from '../store/schema.ts'
import type { Collection, Collections, Store } from '../store/store.ts'
import type { CollectionName } from './tracked-store.test-kit.ts'

const NAMES = Object.keys(STORE_SCHEMA) as CollectionName[]

type AnyCollection = Collection<{ id: string }>

/** The collections in which one transaction has changed rows; a write outside of one is a separate commit. */
export type Commit = ReadonlySet<CollectionName>

/** Fields that are written at each use, or only to lock a row; administrators don't look for such changes. */
const TRACES: ReadonlySet<string> = new Set([
  'lastUsedAt',
  'lastIpAddress',
  'lastActiveAt',
  'lastSyncAt',
  'updatedAt',
  // The counter is raised with each code of a factor.
  'counter',
])

const isTrace = (patch: object): boolean => Object.keys(patch).every((field) => TRACES.has(field))

/** Collections whose empty rows are created before the transaction, because a duplicate would make all of it fail. */
const PREPARED: ReadonlySet<CollectionName> = new Set(['ssoSetups', 'ipConfigs'])

/** Calls `note` after each write that changed rows. */
const noteChanges = (collection: AnyCollection, note: () => void): AnyCollection => {
  const counted = async (write: Promise<number>): Promise<number> => {
    const count = await write
    if (count > 0) note()
    return count
  }
  return {
    ...collection,
    insert: async (row) => {
      const inserted = await collection.insert(row)
      note()
      return inserted
    },
    insertMany: async (rows) => {
      await collection.insertMany(rows)
      if (rows.length) note()
    },
    update: (where, patch) =>
      isTrace(patch) ? collection.update(where, patch) : counted(collection.update(where, patch)),
    delete: (where) => counted(collection.delete(where)),
  }
}

/** Wraps a store so that it records its commits, to see which changes were made together. */
export const logCommits = (store: Store) => {
  let commits: Commit[] = []
  const noting = (collections: Collections, note: (name: CollectionName) => void) =>
    // `Object.fromEntries` loses which row type belongs to which name; the loop gives each name its own.
    Object.fromEntries(
      NAMES.map((name) => [name, noteChanges(collections[name] as AnyCollection, () => note(name))]),
    ) as unknown as Collections
  const logged: Store = {
    ...store,
    ...noting(store, (name) => {
      if (!PREPARED.has(name)) commits.push(new Set([name]))
    }),
    transaction: async (work) => {
      const commit = new Set<CollectionName>()
      const result = await store.transaction((inside) =>
        work({ ...inside, ...noting(inside, (name) => commit.add(name)) }),
      )
      if (commit.size) commits.push(commit)
      return result
    },
  }
  /** Returns the commits since the last call. */
  const takeCommits = (): Commit[] => {
    const taken = commits
    commits = []
    return taken
  }
  return { store: logged, takeCommits }
}
