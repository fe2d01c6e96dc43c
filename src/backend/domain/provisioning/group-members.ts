import { inChunks } from '../../store/in-chunks.ts'
import type { GroupRecord, MemberRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { assertMayGrantIds } from '../roles/granting.ts'
import { idsOf } from '../roles/grants.ts'
import { assertMayTouch, type DirectoryCall } from './directory-call.ts'
import { MAX_WRITTEN, setGroupsOfMany } from './directory-members.ts'

/** Whole rows of members in one statement. */
const MAX_READ = 2_000

export const groupIdsOfUser = async (store: Collections, userId: string): Promise<string[]> =>
  (await store.directoryMemberships.list({ userId })).map(({ groupId }) => groupId)

/** Adding a member to a group grants its roles. */
export const assertMayJoinGroups = async (
  { ports, auth }: DirectoryCall,
  groupIds: readonly string[],
): Promise<void> => {
  if (groupIds.length === 0) return
  const groups = await ports.store.groups.list({
    id: { in: groupIds },
    tenantId: auth.tenantId,
    roleIds: { not: '[]' },
  })
  const roleIds = groups.flatMap((group) => idsOf(group.roleIds))
  if (roleIds.length) await assertMayGrantIds(ports, auth, roleIds)
}

const membersOf = async ({ ports, connection }: DirectoryCall, ids: readonly string[]): Promise<MemberRecord[]> => {
  const rows = await inChunks(ids, (part) =>
    ports.store.directoryUsers.listFields({ id: { in: part }, connectionId: connection.id, memberId: { not: null } }, [
      'memberId',
    ]),
  )
  const memberIds = rows.flatMap(({ memberId }) => memberId ?? [])
  return inChunks(memberIds, (part) => ports.store.members.list({ id: { in: part } }), MAX_READ)
}

/** Prepares who joins and who leaves a group, by ids of the directory's users. */
export const planGroupMembers = async (
  call: DirectoryCall,
  group: Pick<GroupRecord, 'id' | 'roleIds'>,
  change: { add: readonly string[]; remove: readonly string[] },
) => {
  const { ports, connection } = call
  const isEffective = connection.syncToUserManagement
  const joining = isEffective ? await membersOf(call, change.add) : []
  const leaving = isEffective ? await membersOf(call, change.remove) : []
  const roleIds = idsOf(group.roleIds)
  if (isEffective && change.add.length && roleIds.length) await assertMayGrantIds(ports, call.auth, roleIds)
  // Leaving takes the roles of the group away.
  if (roleIds.length) await assertMayTouch(call, leaving)
  return async (store: Collections): Promise<void> => {
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
    await setGroupsOfMany(store, joining, { add: [groupId], remove: [] })
    await setGroupsOfMany(store, leaving, { add: [], remove: [groupId] })
  }
}
