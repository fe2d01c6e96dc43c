import { normalizeName } from '../../../../rules/names.ts'
import { conflict, notFound, refuseDuplicate } from '../../../call/refusal.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { DirectoryGroupRecord, GroupRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { accountRights } from '../../identity/guarantor/rights.ts'
import { keepingAdministrator } from '../../identity/lockout-guard/administrator-stays.ts'
import { lockTenant, namesAnyOf } from '../../identity/roles/administrators.ts'
import { rolesByIds } from '../../identity/roles/grants.ts'
import { assertOutranksRoles } from '../../identity/roles/rank.ts'
import {
  assertMayTouch,
  auditDirectory,
  type DirectoryCall,
  WATCHED_FIELDS,
  watchStopped,
} from '../provisioning/directory-call.ts'
import { recordDirectoryGroup } from '../provisioning/directory-events.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { membersInGroup, planGroupMembers } from '../provisioning/group-members.ts'
import { formsOf, groupKeysOf } from './keys.ts'
import { scimRefusal } from './scim-error.ts'

const TAKEN = 'A group with this name exists in the account already'

const taken = refuseDuplicate(() => conflict(TAKEN))

/** Splits a group into its resource and its members, which are stored in rows of their own. */
const split = (resource: ScimObject): { own: ScimObject; memberIds: string[] } => {
  const { members, ...own } = resource
  const list = Array.isArray(members) ? members : []
  const ids = list.map((member) => {
    const isGroup = isObject(member) && typeof member.type === 'string' && member.type.toLowerCase() === 'group'
    if (isGroup) throw scimRefusal('invalidValue', 'Groups can’t be members of groups')
    const id = isObject(member) ? member.value : undefined
    if (typeof id !== 'string') throw scimRefusal('invalidValue', 'A member needs a value')
    return id
  })
  return { own, memberIds: [...new Set(ids)] }
}

/** Requires that no other group has the name in another form, which the index of names can't compare. */
const assertFree = async (store: Collections, row: DirectoryGroupRecord): Promise<void> => {
  const { id, connectionId, displayNameKey } = row
  const others = formsOf(displayNameKey).filter((form) => form !== displayNameKey)
  if (others.length === 0) return
  const where = { id: { not: id }, connectionId, displayNameKey: { in: others } }
  if ((await store.directoryGroups.count(where)) > 0) throw conflict(TAKEN)
}

const storedOf = (resource: ScimObject) => ({ ...groupKeysOf(resource), resource: JSON.stringify(resource) })

/** Maximum characters of an ID in an error, because a client may have invented it. */
const MAX_SHOWN_ID = 100

/** Returns the name that users see. The directory gets its own spelling from the resource. */
const nameOf = ({ displayName }: ScimObject): string => normalizeName(String(displayName)) || String(displayName)

/** Returns an error that names the unknown member, who must be provisioned first. */
const unknownMemberText = async (
  { ports, connection }: Pick<DirectoryCall, 'ports' | 'connection'>,
  ids: readonly string[],
): Promise<string> => {
  const known = await inChunks(ids, (part) =>
    ports.store.directoryUsers.list({ id: { in: part }, connectionId: connection.id }),
  )
  const isKnown = new Set(known.map(({ id }) => id))
  const unknown = ids.find((id) => !isKnown.has(id)) ?? ''
  return `The member ${unknown.slice(0, MAX_SHOWN_ID)} of the group doesn’t exist. Provision the user first`
}

/** Requires that the connection has sent all of these users. */
const assertKnown = async ({ ports, connection }: DirectoryCall, ids: readonly string[]): Promise<void> => {
  const found = await inChunks(ids, async (part) => [
    await ports.store.directoryUsers.count({ id: { in: part }, connectionId: connection.id }),
  ])
  if (found.reduce((sum, count) => sum + count, 0) < ids.length)
    throw scimRefusal('invalidValue', await unknownMemberText({ ports, connection }, ids))
}

const auditGroup = (
  call: DirectoryCall,
  inside: Collections,
  action: string,
  { row, detail }: { row: DirectoryGroupRecord; detail?: object },
) =>
  auditDirectory(call, {
    inside,
    action,
    description: `${action}: ${nameOf(JSON.parse(row.resource))}`,
    detail: { groupId: row.id, ...detail },
  })

const MAX_LOGGED_IDS = 100

/**
 * Returns the facts about a group for the audit log. It lists only members that change, because a large group would
 * fill the log.
 */
const factsOf = (name: string, memberIds: readonly string[]) => ({
  name,
  memberIds: memberIds.slice(0, MAX_LOGGED_IDS),
  count: memberIds.length,
})

const newGroup = ({ ports, connection }: DirectoryCall, resource: ScimObject): GroupRecord => {
  const now = ports.clock.now()
  return {
    id: ports.random.uuid(),
    tenantId: connection.tenantId,
    name: nameOf(resource),
    color: null,
    description: '',
    metadata: null,
    managedBy: 'scim2',
    roleIds: '[]',
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Runs a change of a group after other changes of the account's groups. Only a change that takes the roles of a group
 * away can cost the account its last administrator.
 */
const inTransaction = <Result>(
  call: DirectoryCall,
  group: GroupRecord,
  work: (store: Collections) => Promise<Result>,
) =>
  group.roleIds === '[]'
    ? call.ports.store.transaction(async (store) => {
        await lockTenant(store, call.connection.tenantId, call.ports.clock.now())
        return work(store)
      })
    : keepingAdministrator({ ports: call.ports, auth: call.auth }, work)

export const createGroup = async (call: DirectoryCall, resource: ScimObject): Promise<DirectoryGroupRecord> => {
  const { connection } = call
  const { own, memberIds } = split(resource)
  await assertKnown(call, memberIds)
  const group = newGroup(call, own)
  const { id, tenantId, createdAt, updatedAt } = group
  const addMembers = await planGroupMembers(call, group, { add: memberIds, remove: [] })
  const row = { ...storedOf(own), id, connectionId: connection.id, tenantId, version: 1, createdAt, updatedAt }
  await inTransaction(call, group, async (store) => {
    await assertFree(store, row)
    await store.groups.insert(group)
    await store.directoryGroups.insert(row)
    await addMembers(store)
    await recordDirectoryGroup(call, store, group, 'created')
    const detail = beforeAndAfter(null, factsOf(group.name, memberIds))
    await auditGroup(call, store, 'Group provisioned', { row, detail })
  }).catch(taken)
  return row
}

const groupOf = async ({ ports, connection }: DirectoryCall, id: string): Promise<GroupRecord> => {
  const group = await ports.store.groups.find({ id, tenantId: connection.tenantId })
  if (!group) throw notFound('This group doesn’t exist')
  return group
}

const memberChange = (before: readonly string[], memberIds: readonly string[]) => {
  const [known, wanted] = [new Set(before), new Set(memberIds)]
  return { add: memberIds.filter((each) => !known.has(each)), remove: before.filter((each) => !wanted.has(each)) }
}

/**
 * Returns the ids of a group's members, or of those among `wanted`, so that a large group isn't read to add one member.
 */
export const memberIdsOf = async (
  { ports }: DirectoryCall,
  groupId: string,
  wanted?: readonly string[],
): Promise<string[]> => {
  const where = { groupId, ...(wanted && { userId: { in: wanted } }) }
  return (await ports.store.directoryMemberships.listFields(where, ['userId'])).map(({ userId }) => userId)
}

/**
 * Stores a changed resource, or returns `undefined` if another request changed it in the meantime. `before` contains
 * the members from which the change was computed.
 */
export const saveGroup = async (
  call: DirectoryCall,
  row: DirectoryGroupRecord,
  { resource, before }: { resource: ScimObject; before: readonly string[] },
): Promise<DirectoryGroupRecord | undefined> => {
  const { ports } = call
  const { own, memberIds } = split(resource)
  const group = await groupOf(call, row.id)
  const members = memberChange(before, memberIds)
  await assertKnown(call, members.add)
  const changeMembers = await planGroupMembers(call, group, members)
  const isRenamed = nameOf(own) !== group.name
  const updatedAt = ports.clock.now()
  const patch = { ...storedOf(own), version: row.version + 1, updatedAt }
  const isSaved = await inTransaction(call, group, async (store) => {
    await assertFree(store, { ...row, ...patch })
    if (!(await store.directoryGroups.update({ id: row.id, version: row.version }, patch))) return false
    if (isRenamed) await store.groups.update({ id: row.id }, { name: nameOf(own), updatedAt })
    await changeMembers(store)
    const isChanged = isRenamed || members.add.length > 0 || members.remove.length > 0
    if (isChanged) await recordDirectoryGroup(call, store, { ...group, name: nameOf(own) }, 'updated')
    const detail = beforeAndAfter(factsOf(group.name, members.remove), factsOf(nameOf(own), members.add))
    await auditGroup(call, store, 'Group changed by directory', { row: { ...row, ...patch }, detail })
    return true
  }).catch(taken)
  if (!isSaved) return undefined
  return { ...row, ...patch }
}

export const removeGroup = async (call: DirectoryCall, row: DirectoryGroupRecord): Promise<void> => {
  const { ports, auth, connection } = call
  const group = await groupOf(call, row.id)
  const { tenantId } = connection
  const { roleIds, groupIds } = await accountRights(ports.store, tenantId)
  const given = await rolesByIds(ports.store, tenantId, idsOf(group.roleIds))
  // Without an owner, a directory has no rank, and still manages ordinary users and groups.
  await assertOutranksRoles(auth, auth.hasOwner ? given : given.filter((role) => roleIds.includes(role.id)))
  // All members leave the group. Without an administrative role, it gives them nothing that a directory's administrator
  // must hold.
  await assertMayTouch(call, groupIds.includes(group.id) ? await membersInGroup(ports.store, group) : [])
  const inGroup = { tenantId, groupIds: namesAnyOf([group.id]) }
  const losing = group.roleIds === '[]' ? [] : await ports.store.members.listFields(inGroup, WATCHED_FIELDS)
  await watchStopped(call, losing)
  await inTransaction(call, group, async (store) => {
    await store.groups.delete({ id: row.id, tenantId })
    await store.directoryMemberships.delete({ groupId: row.id })
    await store.directoryGroups.delete({ id: row.id })
    await recordDirectoryGroup(call, store, group, 'deleted')
    const detail = beforeAndAfter({ name: group.name }, null)
    await auditGroup(call, store, 'Group removed by directory', { row, detail })
  })
}
