import { jsonOf } from '../../../store/json-text.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import { userKeysOf } from './keys.ts'

/** The maximum number of an older release's rows that one request fills in. */
const MAX_FILLED = 1_000

/**
 * Returns whether every user of a connection has `valuesText`. Each filtered list fills it in for some rows of an older
 * release, and reads the resources themselves until all rows have it.
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
