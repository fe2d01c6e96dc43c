import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { DirectoryUserRecord, GroupRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { namesAnyOf } from '../../identity/roles/administrators.ts'
import { assertMayGrantIds } from '../../identity/roles/granting.ts'
import { assertMayTouch, type DirectoryCall, watchStopped } from './directory-call.ts'
import { type Grouped, MAX_WRITTEN, setDirectoryGroups, setGroupsOfMany } from './directory-members.ts'

/** The maximum number of full member rows per statement. */
const MAX_READ = 2_000

const groupIdsOfUser = async (store: Collections, userId: string): Promise<string[]> =>
  (await store.directoryMemberships.list({ userId })).map(({ groupId }) => groupId)

/** Requires that the caller may grant the roles of the groups, because joining a group grants them. */
const assertMayJoinGroups = async (
  store: Collections,
  { auth }: DirectoryCall,
  groupIds: readonly string[],
): Promise<void> => {
  if (groupIds.length === 0) return
  const groups = await store.groups.list({
    id: { in: groupIds },
    tenantId: auth.tenantId,
    roleIds: { not: '[]' },
  })
  const roleIds = groups.flatMap((group) => idsOf(group.roleIds))
  if (roleIds.length) await assertMayGrantIds({ store }, auth, roleIds)
}

/**
 * Adds a member to the groups that the directory has recorded for them. Call it in a transaction that holds the
 * tenant's row, and after `auth.grants()`, because another request may have added a group since.
 */
export const joinRecordedGroups = async (
  store: Collections,
  call: DirectoryCall,
  { row, member, leaving = [] }: { row: DirectoryUserRecord; member: MemberRecord; leaving?: readonly string[] },
): Promise<void> => {
  const add = await groupIdsOfUser(store, row.id)
  await assertMayJoinGroups(store, call, add)
  await setDirectoryGroups(store, member.id, { add, remove: leaving.filter((id) => !add.includes(id)) })
}

const memberIdsOf = async (
  store: Collections,
  { connection }: DirectoryCall,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await inChunks(ids, (part) =>
    store.directoryUsers.listFields({ id: { in: part }, connectionId: connection.id, memberId: { not: null } }, [
      'memberId',
    ]),
  )
  return rows.flatMap(({ memberId }) => memberId ?? [])
}

const readMembers = ({ members }: Collections, ids: readonly string[]): Promise<MemberRecord[]> =>
  inChunks(ids, (part) => members.list({ id: { in: part } }), MAX_READ)

const membersOf = async (call: DirectoryCall, ids: readonly string[]): Promise<MemberRecord[]> => {
  const { store } = call.ports
  return readMembers(store, await memberIdsOf(store, call, ids))
}

/** Returns all members of the account in a group. */
export const membersInGroup = async (
  store: Collections,
  { id, tenantId }: Pick<GroupRecord, 'id' | 'tenantId'>,
): Promise<MemberRecord[]> => {
  const found = await store.members.listFields({ tenantId, groupIds: namesAnyOf([id]) }, ['id'])
  return readMembers(
    store,
    found.map((member) => member.id),
  )
}

const groupedOf = async (store: Collections, call: DirectoryCall, ids: readonly string[]): Promise<Grouped[]> => {
  const memberIds = await memberIdsOf(store, call, ids)
  return inChunks(memberIds, (part) => store.members.listFields({ id: { in: part } }, ['id', 'groupIds']), MAX_READ)
}

/**
 * Plans which members join and leave a group, by ids of the directory's users. The returned function must run in a
 * transaction that holds the tenant's row: a member's groups are in one field, which another request would overwrite.
 */
export const planGroupMembers = async (
  call: DirectoryCall,
  group: Pick<GroupRecord, 'id' | 'roleIds'>,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<(store: Collections) => Promise<void>> => {
  const { ports, connection } = call
  const isEffective = connection.syncToUserManagement
  const roleIds = idsOf(group.roleIds)
  if (isEffective && change.add.length && roleIds.length) await assertMayGrantIds(ports, call.auth, roleIds)
  // Leaving a group removes its roles from a member.
  const losing = isEffective && roleIds.length > 0 ? await membersOf(call, change.remove) : []
  await assertMayTouch(call, losing)
  await watchStopped(call, losing)
  return async (store) => {
    const { id: groupId } = group
    const leave = async (part: string[]) => [await store.directoryMemberships.delete({ groupId, userId: { in: part } })]
    await inChunks(change.remove, leave, MAX_WRITTEN)
    const createdAt = ports.clock.now()
    const added = change.add.map((userId) => ({
      id: ports.random.uuid(),
      connectionId: connection.id,
      groupId,
      userId,
      createdAt,
    }))
    const join = async (part: typeof added) => [await store.directoryMemberships.insertMany(part)]
    await inChunks(added, join, MAX_WRITTEN)
    if (!isEffective) return
    await setGroupsOfMany(store, await groupedOf(store, call, change.add), { add: [groupId], remove: [] })
    await setGroupsOfMany(store, await groupedOf(store, call, change.remove), { add: [], remove: [groupId] })
  }
}
