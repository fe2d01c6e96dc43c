import type { ConnectionCounts } from '../../../../contract/provisioning.ts'
import type { Ports } from '../../../ports.ts'
import type { DirectoryConnectionRecord } from '../../../store/records.ts'
import { readRecordsPage } from '../../base/wire/wire.ts'
import { lastFailures } from '../../sso/setup/failures.ts'
import { listConnections } from './connections.ts'
import { guaranteeOfDirectory } from './guarantee.ts'

export const countConnections = async (ports: Ports, tenantId: string): Promise<ConnectionCounts[]> => {
  const { directoryUsers, directoryGroups } = ports.store
  const connections = await listConnections(ports, tenantId)
  return Promise.all(
    connections.map(async (connection) => ({
      id: connection.id,
      userCount: await directoryUsers.count({ connectionId: connection.id }),
      groupCount: await directoryGroups.count({ connectionId: connection.id }),
      guarantee: await guaranteeOfDirectory(ports, connection),
      failures: await lastFailures(ports, connection),
    })),
  )
}

/** Returns a page of the groups that a connection manages, in the requested order. */
export const pageOfDirectoryGroups = async (
  { store }: Ports,
  { id, tenantId }: DirectoryConnectionRecord,
  query: Parameters<typeof readRecordsPage>[0],
) => {
  const { index, limit, page } = readRecordsPage(query)
  const { items, total } = await store.directoryGroups.page({
    ...page,
    where: { connectionId: id },
    search: page.search && { text: page.search.text, fields: ['searchText'] },
    sort: { ...page.sort, field: page.sort.field === 'name' ? 'displayNameKey' : page.sort.field },
  })
  const ids = items.map((row) => row.id)
  const groups = ids.length ? await store.groups.list({ id: { in: ids }, tenantId }) : []
  return { index, limit, total, groups: ids.flatMap((one) => groups.find((group) => group.id === one) ?? []) }
}
