import type { GroupRow } from '../../../../contract/groups.ts'
import type { Group, GroupsRelations, GroupUser } from '../../../../entities/team.ts'
import { badRequest, conflict, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { GroupRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { iso, toRole } from '../../base/wire/wire.ts'
import { directoryNames, directoryOf, membersByIds, shownIdOf } from '../members/members.ts'
import { namesAnyOf } from './administrators.ts'

export const groupOf = async (ports: Ports, tenantId: string, id: string): Promise<GroupRecord> => {
  const group = await ports.store.groups.find({ id, tenantId })
  if (!group) throw notFound("This group doesn't exist")
  return group
}

/** Returns a group that may be changed here; a directory would overwrite changes to a group it manages. */
export const ownGroupOf = async (ports: Ports, tenantId: string, id: string): Promise<GroupRecord> => {
  const group = await groupOf(ports, tenantId, id)
  if (group.managedBy !== 'frontegg')
    throw conflict('This group is managed by your company directory').as('managed-elsewhere')
  return group
}

export const toGroup = (group: GroupRecord): Group => ({
  id: group.id,
  name: group.name,
  ...(group.color !== null && { color: group.color }),
  description: group.description,
  ...(group.metadata !== null && { metadata: group.metadata }),
  managedBy: group.managedBy,
})

const toGroupUser = (member: MemberRecord, profilePictureUrl: string | null): GroupUser => ({
  id: shownIdOf(member),
  email: member.email,
  name: member.name,
  profilePictureUrl: member.activated ? profilePictureUrl : null,
  activatedForTenant: member.activated,
  createdAt: iso(member.createdAt),
})

const rolesById = async (ports: Ports, tenantId: string, groups: readonly GroupRecord[]) => {
  const ids = [...new Set(groups.flatMap(({ roleIds }) => idsOf(roleIds)))]
  const where = { id: { in: ids }, tenantId: { in: [tenantId, null] } }
  const roles = ids.length ? await ports.store.roles.list(where) : []
  return new Map(roles.map((role) => [role.id, toRole(role, ports.config.vendorId)]))
}

/** Returns the members of the groups, by the id of each group. */
const usersByGroup = async (ports: Ports, tenantId: string, groups: readonly GroupRecord[]) => {
  const found = new Map<string, GroupUser[]>(groups.map(({ id }) => [id, []]))
  const members = await ports.store.members.list({ tenantId, groupIds: { not: null } })
  const inside = members.filter(({ groupIds }) => idsOf(groupIds).some((id) => found.has(id)))
  const userIds = inside.map(({ userId }) => userId)
  const users = userIds.length ? await ports.store.users.list({ id: { in: userIds } }) : []
  const pictures = new Map(users.map(({ id, profilePictureUrl }) => [id, profilePictureUrl]))
  for (const member of inside) {
    const user = toGroupUser(member, pictures.get(member.userId) ?? null)
    for (const id of idsOf(member.groupIds)) found.get(id)?.push(user)
  }
  return found
}

/** Returns groups as sent to clients, with the requested relations. */
export const withRelations = async (
  ports: Ports,
  tenantId: string,
  groups: readonly GroupRecord[],
  relations: GroupsRelations | undefined,
): Promise<Group[]> => {
  const isWithRoles = relations === 'roles' || relations === 'rolesAndUsers'
  const isWithUsers = relations === 'users' || relations === 'rolesAndUsers'
  const roles = isWithRoles ? await rolesById(ports, tenantId, groups) : undefined
  const users = isWithUsers ? await usersByGroup(ports, tenantId, groups) : undefined
  return groups.map((group) => ({
    ...toGroup(group),
    ...(roles && { roles: idsOf(group.roleIds).flatMap((id) => roles.get(id) ?? []) }),
    ...(users && { users: users.get(group.id) ?? [] }),
  }))
}

export type MembershipChange = 'add' | 'remove'

/** Adds members to a group or removes them; runs inside a transaction that has locked the tenant's row. */
export const changeMembership = async (
  store: Collections,
  group: Pick<GroupRecord, 'id' | 'tenantId'>,
  { userIds, change }: { userIds: readonly string[]; change: MembershipChange },
): Promise<void> => {
  const isIn = change === 'add'
  const members = await membersByIds(store, group.tenantId, userIds)
  if (isIn && members.length < userIds.length) throw badRequest("This user isn't a member of this account")
  for (const member of members) {
    const before = idsOf(member.groupIds)
    if (before.includes(group.id) === isIn) continue
    const after = isIn ? [...before, group.id] : before.filter((id) => id !== group.id)
    await store.members.update({ id: member.id }, { groupIds: after.length ? JSON.stringify(after) : null })
  }
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
