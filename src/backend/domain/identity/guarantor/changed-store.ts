import type { AccessChange } from '../../../../contract/guarantees.ts'
import { text, textList } from '../../../call/read.ts'
import { notFound } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { GroupRecord, MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Store } from '../../../store/store.ts'

/** Replaces rows that are read; returns `undefined` for one that the change deletes. */
interface ReadAs {
  role?(role: RoleRecord): RoleRecord | undefined
  group?(group: GroupRecord): GroupRecord | undefined
  member?(member: MemberRecord): MemberRecord
}

/** Replaces one row; without a patch, the row is deleted. */
const changedRow =
  <Row extends { id: string }>(id: string, patch?: Partial<Row>) =>
  (row: Row): Row | undefined =>
    row.id === id ? patch && { ...row, ...patch } : row

const withoutGroup = (groupId: string, userIds: readonly string[]) => {
  const leaving = new Set(userIds)
  return (member: MemberRecord): MemberRecord =>
    leaving.has(member.userId)
      ? { ...member, groupIds: JSON.stringify(idsOf(member.groupIds).filter((id) => id !== groupId)) }
      : member
}

/** @throws Refusal 404 unless the role or group is one of the account's own */
const readAs = async (store: Store, tenantId: string, change: AccessChange): Promise<ReadAs> => {
  if (change.kind === 'group-roles-off') return { group: (row) => ({ ...row, roleIds: '[]' }) }
  const id = text(change.id, 'id')
  const { kind } = change
  const isOwn = (await store[`${kind}s`].count({ id, tenantId })) > 0
  if (!isOwn) throw notFound(`This ${kind} doesn't exist`)
  if (kind === 'role') {
    const { permissionIds } = change
    const patch = permissionIds && { permissionIds: JSON.stringify(textList(permissionIds, 'permissionIds')) }
    return { role: changedRow<RoleRecord>(id, patch) }
  }
  const { roleIds, leavingUserIds } = change
  if (!roleIds && !leavingUserIds) return { group: changedRow<GroupRecord>(id) }
  return {
    ...(roleIds && { group: changedRow<GroupRecord>(id, { roleIds: JSON.stringify(textList(roleIds, 'roleIds')) }) }),
    ...(leavingUserIds && { member: withoutGroup(id, textList(leavingUserIds, 'leavingUserIds')) }),
  }
}

/**
 * Returns a view of the store in which an unsaved change of a role or group has been made, for what judges rights.
 * Conditions still compare the stored rows: a search for the members of a group also finds those who leave it, without
 * the group.
 */
export const changedStore = async (store: Store, tenantId: string, change: AccessChange): Promise<Store> => {
  const { role, group, member } = await readAs(store, tenantId, change)
  const { roles, groups, members } = store
  return {
    ...store,
    ...(role && {
      roles: { ...roles, list: async (where) => (await roles.list(where)).flatMap((each) => role(each) ?? []) },
    }),
    ...(group && {
      groups: { ...groups, list: async (where) => (await groups.list(where)).flatMap((each) => group(each) ?? []) },
    }),
    ...(member && {
      members: {
        ...members,
        find: async (where) => {
          const found = await members.find(where)
          return found && member(found)
        },
        list: async (where) => (await members.list(where)).map(member),
      },
    }),
  }
}
