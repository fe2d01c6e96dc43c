import type { Collection } from '../store/store.ts'

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
