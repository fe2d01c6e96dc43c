import { jsonOf } from '../../../store/json-text.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import { userKeysOf } from './keys.ts'

/** What one request may spend on rows of an older release. */
const MAX_FILLED = 1_000

/**
 * Whether `valuesText` of every user of a connection can be relied on. Rows that an older release wrote get it here, some
 * with each filtered list, which reads the resources themselves until all of them have it.
 */
export const ensureIndexed = async ({ ports: { store }, connection }: DirectoryCall): Promise<boolean> => {
  if (connection.isIndexed) return true
  const where = { connectionId: connection.id, valuesText: '' }
  const { items } = await store.directoryUsers.page({ where, offset: 0, limit: MAX_FILLED })
  for (const { id, version, resource } of items) {
    await store.directoryUsers.update({ id, version }, userKeysOf(jsonOf(resource)))
  }
  if (items.length === MAX_FILLED) return false
  await store.directoryConnections.update({ id: connection.id }, { isIndexed: true })
  return true
}
