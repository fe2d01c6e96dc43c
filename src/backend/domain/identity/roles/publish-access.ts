import { idsOf } from '../../../store/json-text.ts'
import { type Collection, type Collections, DuplicateError, type Store } from '../../../store/store.ts'
import { publishedAccess } from './published-access.ts'

/**
 * Inserts the rows whose name is missing.
 *
 * @returns a function that converts a published id to the id in this database, where a row of the same name may have
 * another id
 */
const insertMissing = async <Row extends { id: string }>(
  collection: Collection<Row>,
  published: readonly Row[],
  nameOf: (row: Row) => string,
): Promise<(id: string) => string> => {
  const stored = new Map((await collection.list({})).map((row) => [nameOf(row), row.id]))
  await collection.insertMany(published.filter((row) => !stored.has(nameOf(row))))
  const ids = new Map(published.map((row) => [row.id, stored.get(nameOf(row)) ?? row.id]))
  return (id) => ids.get(id) ?? id
}

/** Inserts the published rows. Existing rows with the same key or name and the vendor's own roles stay unchanged. */
const publish = async (store: Collections, at: number): Promise<void> => {
  const { permissionCategories, permissions, roles } = publishedAccess(at)
  const categoryId = await insertMissing(store.permissionCategories, permissionCategories, ({ name }) => name)
  const placed = permissions.map((each) => ({ ...each, categoryId: categoryId(each.categoryId) }))
  const permissionId = await insertMissing(store.permissions, placed, ({ key }) => key)
  if (await store.roles.find({ tenantId: null })) return
  await store.roles.insertMany(
    roles.map((role) => ({ ...role, permissionIds: JSON.stringify(idsOf(role.permissionIds).map(permissionId)) })),
  )
}

/**
 * Adds missing permissions of the product, and its roles if the database has none of the vendor's. Several processes
 * may open the same database at once.
 */
export const publishAccess = async (store: Store, at: number): Promise<void> => {
  try {
    await store.transaction((inside) => publish(inside, at))
  } catch (error) {
    // Another process inserted the same rows first.
    if (!(error instanceof DuplicateError)) throw error
  }
}
