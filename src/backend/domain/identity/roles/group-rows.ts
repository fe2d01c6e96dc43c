import type { GroupRow } from '../../../../contract/groups.ts'
import type { Ports } from '../../../ports.ts'
import type { GroupRecord } from '../../../store/records.ts'
import { iso } from '../../base/wire/wire.ts'
import { directoryNames, directoryOf } from '../members/members.ts'
import { namesAnyOf } from './administrators.ts'
import { toGroup, withRelations } from './groups.ts'

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
