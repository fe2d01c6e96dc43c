import type { GroupRow } from '../../../../contract/groups.ts'
import type { Ports } from '../../../ports.ts'
import type { GroupRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { namesAnyOf } from './administrators.ts'
import { toGroup, withRelations } from './groups.ts'

interface Managed {
  directoryId: string | null
}

type Names = ReadonlyMap<string, string>

/** Returns the names of the directory connections that manage these records, by id. */
export const directoryNames = async ({ store }: Pick<Ports, 'store'>, managed: readonly Managed[]): Promise<Names> => {
  const ids = [...new Set(managed.flatMap(({ directoryId }) => directoryId ?? []))]
  const found = ids.length ? await store.directoryConnections.list({ id: { in: ids } }) : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns the `directory` field with the source of a user or a group, if there is one. */
export const directoryOf = (names: Names, { directoryId }: Managed): { directory?: string } => {
  const directory = directoryId === null ? undefined : names.get(directoryId)
  return directory === undefined ? {} : { directory }
}

const directoriesOf = async (ports: Ports, groups: readonly GroupRecord[]) => {
  const ids = groups.filter(({ managedBy }) => managedBy === 'scim2').map(({ id }) => id)
  const rows = ids.length ? await ports.store.directoryGroups.list({ id: { in: ids } }) : []
  const names = await directoryNames(
    ports,
    rows.map(({ connectionId }) => ({ directoryId: connectionId })),
  )
  const connections = new Map(rows.map(({ id, connectionId }) => [id, connectionId]))
  return ({ id }: GroupRecord) => directoryOf(names, { directoryId: connections.get(id) ?? null })
}

/** Returns groups with their roles, number of members and source. */
export const toGroupRows = async (
  ports: Ports,
  tenantId: string,
  groups: readonly GroupRecord[],
): Promise<GroupRow[]> => {
  const wire = await withRelations(ports, tenantId, groups, 'roles')
  const directoryIn = await directoriesOf(ports, groups)
  const count = (id: string) => ports.store.members.count({ tenantId, groupIds: namesAnyOf([id]) })
  return Promise.all(
    groups.map(async (group) => ({
      ...(wire.find(({ id }) => id === group.id) ?? toGroup(group)),
      userCount: await count(group.id),
      createdAt: iso(group.createdAt),
      ...directoryIn(group),
    })),
  )
}
