import { noteWrites } from '../adapters/remembering-store.ts'
import type { Records } from '../store/records.ts'
import { STORE_SCHEMA } from '../store/schema.ts'
import type { Collection, Collections, Store } from '../store/store.ts'

export type CollectionName = keyof Records

const NAMES = Object.keys(STORE_SCHEMA) as CollectionName[]

/**
 * Wraps a store and records which collections may have changed. Only those need to be reset before the next test,
 * because emptying and refilling every collection takes longer on a database than most tests.
 */
export const trackWrites = (store: Store) => {
  const written = new Set(NAMES)
  const kept = new Set<CollectionName>()
  const trackedAll = (collections: Collections) =>
    // `Object.fromEntries` loses which row type belongs to which name; the loop assigns each name its own.
    Object.fromEntries(
      NAMES.map((name) => [name, noteWrites(collections[name] as Collection<{ id: string }>, () => written.add(name))]),
    ) as unknown as Collections
  const trackedStore: Store = {
    ...store,
    ...trackedAll(store),
    countAttempt: (attempt) => {
      written.add('attempts')
      return store.countAttempt(attempt)
    },
    transaction: (work) => store.transaction((inside) => work(trackedAll(inside))),
  }
  /** Returns the collections that were written since the last call; the first call returns all. */
  const takeWritten = (): CollectionName[] => {
    const names = [...written]
    written.clear()
    return names
  }
  const move = (from: Set<CollectionName>, to: Set<CollectionName>) => {
    for (const name of from) to.add(name)
    from.clear()
  }
  return {
    store: trackedStore,
    takeWritten,
    /** Keeps what was written since the last reset until `releaseKept`, or until its collections are written again. */
    keepWritten: () => move(written, kept),
    releaseKept: () => move(kept, written),
  }
}
