import type { AccessChange } from '../../../../contract/guarantees.ts'
import { lazy } from '../../../../kernel/lazy.ts'
import { flagOf, text, textList } from '../../../call/read.ts'
import { notFound } from '../../../call/refusal.ts'
import { idsOf } from '../../../store/json-text.ts'
import { compareCodePoints, matcherOf } from '../../../store/match.ts'
import type { GroupRecord, MemberRecord, RoleRecord } from '../../../store/records.ts'
import type { Collection, Store, Where } from '../../../store/store.ts'

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

const readAs = (change: AccessChange): ReadAs => {
  if (change.kind === 'group-roles-off') return { group: (row) => ({ ...row, roleIds: '[]' }) }
  const { id } = change
  if (change.kind === 'role') {
    const { permissionIds, isDefault } = change
    if (!permissionIds && isDefault === undefined) return { role: changedRow<RoleRecord>(id) }
    const patch = {
      ...(permissionIds && { permissionIds: JSON.stringify(textList(permissionIds, 'permissionIds')) }),
      ...(isDefault !== undefined && { isDefault: flagOf(isDefault, 'isDefault') }),
    }
    return { role: changedRow<RoleRecord>(id, patch) }
  }
  const { roleIds, leavingUserIds } = change
  if (!roleIds && !leavingUserIds) return { group: changedRow<GroupRecord>(id) }
  return {
    ...(roleIds && { group: changedRow<GroupRecord>(id, { roleIds: JSON.stringify(textList(roleIds, 'roleIds')) }) }),
    ...(leavingUserIds && { member: withoutGroup(id, textList(leavingUserIds, 'leavingUserIds')) }),
  }
}

const idsOfKind = (changes: readonly AccessChange[], kind: 'role' | 'group'): string[] => [
  ...new Set(changes.flatMap((change) => (change.kind === kind ? [text(change.id, 'id')] : []))),
]

/** @throws Refusal 404 unless the roles and groups are the account's own */
const assertOwn = async (store: Store, tenantId: string, changes: readonly AccessChange[]): Promise<void> => {
  for (const kind of ['role', 'group'] as const) {
    const ids = idsOfKind(changes, kind)
    if (ids.length > 0 && (await store[`${kind}s`].count({ id: { in: ids }, tenantId })) < ids.length)
      throw notFound(`This ${kind} doesn't exist`)
  }
}

/** Reads a row as the changes leave it, one after the other; returns an empty list for a row that one of them deletes. */
const through =
  <Row>(changes: readonly ((row: Row) => Row | undefined)[]) =>
  (row: Row): Row[] => {
    let now: Row | undefined = row
    for (const change of changes) now = now && change(now)
    return now ? [now] : []
  }

interface Changing<Row> {
  ids: readonly string[]
  read: (row: Row) => Row[]
  listByIds: (ids: readonly string[]) => Promise<Row[]>
}

/**
 * Lists rows as the changes leave them, in the order of a store. A changed row may meet conditions that the stored one
 * doesn't, such as those of a default role, so the changed rows are read separately: once, however many lists follow.
 */
const listing = <Row extends RoleRecord | GroupRecord>(
  name: 'roles' | 'groups',
  { list }: Pick<Collection<Row>, 'list'>,
  { ids, read, listByIds }: Changing<Row>,
) => {
  const changed = lazy(async () => (ids.length > 0 ? listByIds(ids) : []))
  return async (where: Where<Row>): Promise<Row[]> => {
    const stored = await list(where)
    const known = new Set(stored.map(({ id }) => id))
    const others = (await changed()).filter(({ id }) => !known.has(id))
    const isMatch = matcherOf(name, where)
    const rows = [...stored, ...others].flatMap(read).filter((row) => isMatch({ ...row }))
    return others.length > 0 ? rows.sort((left, right) => compareCodePoints(left.id, right.id)) : rows
  }
}

/**
 * Returns a view of the store in which unsaved changes of roles and groups have been made, for code that checks rights.
 * Conditions about members still compare the stored rows: a search for the members of a group also finds those who leave
 * it, without the group.
 */
export const changedStore = async (
  store: Store,
  tenantId: string,
  changes: readonly AccessChange[],
): Promise<Store> => {
  await assertOwn(store, tenantId, changes)
  const { roles, groups, members } = store
  const made = changes.map(readAs)
  const role = through(made.flatMap((each) => each.role ?? []))
  const group = through(made.flatMap((each) => each.group ?? []))
  const member = through(made.flatMap((each) => each.member ?? []))
  return {
    ...store,
    roles: {
      ...roles,
      list: listing('roles', roles, {
        ids: idsOfKind(changes, 'role'),
        read: role,
        listByIds: (ids) => roles.list({ id: { in: ids }, tenantId }),
      }),
    },
    groups: {
      ...groups,
      list: listing('groups', groups, {
        ids: idsOfKind(changes, 'group'),
        read: group,
        listByIds: (ids) => groups.list({ id: { in: ids }, tenantId }),
      }),
    },
    members: {
      ...members,
      find: async (where) => {
        const found = await members.find(where)
        return found && member(found)[0]
      },
      list: async (where) => (await members.list(where)).flatMap(member),
    },
  }
}
