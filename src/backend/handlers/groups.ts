import type { groupList, groups } from '../../contract/groups.ts'
import type { GroupsConfiguration } from '../../entities/team.ts'
import type { AuditEntry, SignedRequest } from '../call/auth.ts'
import { MAX_METADATA_LENGTH, oneOf, optionalText, readDescription, readName, textList } from '../call/read.ts'
import { badRequest, conflict, refuseDuplicate } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { readRecordsPage, toTeamRole } from '../domain/base/wire/wire.ts'
import { keepingAdministrator } from '../domain/identity/lockout-guard/administrator-stays.ts'
import { membersByIds } from '../domain/identity/members/members.ts'
import { recordGroup, recordGroupSettings } from '../domain/identity/members/record-changes.ts'
import { assertMayGrantIds, assignableRoles, grantableRoles } from '../domain/identity/roles/granting.ts'
import { rolesByIds } from '../domain/identity/roles/grants.ts'
import {
  changeMembership,
  groupOf,
  type MembershipChange,
  ownGroupOf,
  toGroup,
  toGroupRows,
  withRelations,
} from '../domain/identity/roles/groups.ts'
import { assertOutranksMembers, assertOutranksRoles } from '../domain/identity/roles/rank.ts'
import { pageFields } from '../domain/identity/team/user-list.ts'
import { groupsSetting } from '../domain/settings/groups.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf } from '../store/json-text.ts'
import type { GroupRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const RELATIONS = ['roles', 'users', 'rolesAndUsers'] as const
const MAX_IDS = 1_000
const MAX_LOGGED_IDS = 100
const nameTaken = () => conflict('There is a group with this name already').as('taken')

interface GroupChange extends Pick<AuditEntry, 'action' | 'severity' | 'description'> {
  change: 'created' | 'updated' | 'deleted'
  detail: object
}

/** Records the event of a changed group, and its row in the audit log. */
const recordGroupChange = async (
  call: SignedRequest,
  store: Collections,
  group: GroupRecord,
  { change, detail, ...entry }: GroupChange,
): Promise<void> => {
  await recordGroup(call, store, group, change)
  await call.audit({ ...entry, inside: store, resource: 'Groups', detail: { groupId: group.id, ...detail } })
}

const relationsOf = (query: { _groupsRelations?: string }) =>
  oneOf(query._groupsRelations, '_groupsRelations', RELATIONS)

const idList = (value: unknown, field: string): string[] => {
  const ids = [...new Set(textList(value, field))]
  if (ids.length > MAX_IDS) throw badRequest(`${field} may have at most ${MAX_IDS} entries`)
  return ids
}

const colorOf = (value: unknown): string | null => {
  const color = optionalText(value, 'color', 20)
  if (color !== undefined && !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(color))
    throw badRequest('color must be a hex color, like #3b82f6')
  return color ?? null
}

const createGroup = async (call: SignedCall<(typeof groups)['createGroup']>) => {
  const { ports, auth, body } = call
  const now = ports.clock.now()
  const group: GroupRecord = {
    id: ports.random.uuid(),
    tenantId: auth.tenantId,
    name: readName(body.name, 'name', 100),
    color: colorOf(body.color),
    description: readDescription(body.description, 'description'),
    metadata: optionalText(body.metadata, 'metadata', MAX_METADATA_LENGTH) ?? null,
    managedBy: 'frontegg',
    roleIds: '[]',
    createdAt: now,
    updatedAt: now,
  }
  const insert = ports.store.transaction(async (store) => {
    await store.groups.insert(group)
    await recordGroupChange(call, store, group, {
      change: 'created',
      action: 'Group created',
      description: `Created the group ${group.name}`,
      detail: beforeAndAfter(null, factsOf(group)),
    })
  })
  await insert.catch(refuseDuplicate(nameTaken))
  return toGroup(group)
}

/** Returns the fields of a group that the audit log shows. */
const factsOf = ({ name, color, description }: GroupRecord) => ({ name, color, description })

const updateGroup = async (call: SignedCall<(typeof groups)['updateGroup']>) => {
  const { ports, auth, body, path } = call
  const group = await ownGroupOf(ports, auth.tenantId, path.groupId)
  const patch = {
    ...(body.name !== undefined && { name: readName(body.name, 'name', 100) }),
    ...(body.color !== undefined && { color: colorOf(body.color) }),
    ...(body.description !== undefined && { description: readDescription(body.description, 'description') }),
    ...(body.metadata !== undefined && {
      metadata: optionalText(body.metadata, 'metadata', MAX_METADATA_LENGTH) ?? null,
    }),
    updatedAt: ports.clock.now(),
  }
  if (patch.name !== undefined && patch.name !== group.name) {
    if (await ports.store.groups.find({ tenantId: auth.tenantId, name: patch.name })) throw nameTaken()
  }
  await ports.store.transaction(async (store) => {
    await store.groups.update({ id: group.id, tenantId: auth.tenantId }, patch)
    const changed = { ...group, ...patch }
    await recordGroupChange(call, store, changed, {
      change: 'updated',
      action: 'Group updated',
      description: `Changed the group ${changed.name}`,
      detail: beforeAndAfter(factsOf(group), factsOf(changed)),
    })
  })
  return {}
}

const deleteGroup = async (call: SignedCall<(typeof groups)['deleteGroup']>) => {
  const { ports, auth, path } = call
  const group = await ownGroupOf(ports, auth.tenantId, path.groupId)
  await assertOutranksRoles(auth, await rolesByIds(ports.store, auth.tenantId, idsOf(group.roleIds)))
  // One write suffices, regardless of the number of members: the id of a deleted group is ignored (`groupsOf`).
  await keepingAdministrator(call, async (store) => {
    await store.groups.delete({ id: group.id })
    await recordGroupChange(call, store, group, {
      change: 'deleted',
      action: 'Group deleted',
      severity: 'Medium',
      description: `Deleted the group ${group.name}`,
      detail: beforeAndAfter(factsOf(group), null),
    })
  })
  return {}
}

const changeRoles = async (
  call: SignedRequest & { path: { groupId: string }; body: { roleIds: string[] } },
  change: MembershipChange,
) => {
  const { ports, auth, path, body } = call
  const given = idList(body.roleIds, 'roleIds')
  // A directory decides the members of its groups; the account decides their roles.
  const group = await groupOf(ports, auth.tenantId, path.groupId)
  if (change === 'add') await assignableRoles(ports, auth, given)
  else await assertOutranksRoles(auth, await rolesByIds(ports.store, auth.tenantId, given))
  await keepingAdministrator(call, async (store) => {
    const now = await store.groups.get(group.id)
    const before = idsOf(now?.roleIds ?? '[]')
    const left = before.filter((id) => !given.includes(id))
    const after = change === 'add' ? [...new Set([...before, ...given])] : left
    const patch = { roleIds: JSON.stringify(after), updatedAt: ports.clock.now() }
    await store.groups.update({ id: group.id, tenantId: auth.tenantId }, patch)
    await recordGroupChange(call, store, group, {
      change: 'updated',
      action: 'Group roles changed',
      severity: 'Medium',
      description: `${change === 'add' ? 'Gave roles to' : 'Took roles from'} the group ${group.name}`,
      detail: beforeAndAfter({ roleIds: before }, { roleIds: after }),
    })
  })
  return {}
}

/** Logs only the members that the call names: the others don't change, and a large group would fill the log. */
const membersBeforeAndAfter = (userIds: readonly string[], change: MembershipChange) => {
  const named = { userIds: userIds.slice(0, MAX_LOGGED_IDS), count: userIds.length }
  return change === 'add' ? beforeAndAfter(null, named) : beforeAndAfter(named, null)
}

const changeUsers = async (
  call: SignedRequest & { path: { groupId: string }; body: { userIds: string[] } },
  change: MembershipChange,
) => {
  const { ports, auth, path, body } = call
  const userIds = idList(body.userIds, 'userIds')
  const group = await ownGroupOf(ports, auth.tenantId, path.groupId)
  // Adding a member to a group grants its roles, removing one takes them away.
  if (change === 'add') await assertMayGrantIds(ports, auth, idsOf(group.roleIds))
  else if (idsOf(group.roleIds).length) {
    await assertOutranksMembers(ports.store, auth, await membersByIds(ports.store, auth.tenantId, userIds))
  }
  await keepingAdministrator(call, async (store) => {
    await changeMembership(store, group, { userIds, change })
    await recordGroupChange(call, store, group, {
      change: 'updated',
      action: 'Group members changed',
      severity: 'Medium',
      description: `Members ${change === 'add' ? 'added to' : 'removed from'} group ${group.name}: ${userIds.length}`,
      detail: membersBeforeAndAfter(userIds, change),
    })
  })
  return {}
}

const givesRoles = ({ enabled, rolesEnabled }: GroupsConfiguration): boolean => enabled && rolesEnabled

/**
 * Turning groups on grants the roles of every group to its members, including the caller; turning them off removes the
 * roles.
 */
const assertMaySwitch = async (
  { ports, auth }: SignedRequest,
  { before, after }: { before: boolean; after: boolean },
) => {
  if (before === after) return
  const all = await ports.store.groups.list({ tenantId: auth.tenantId, roleIds: { not: '[]' } })
  const roleIds = all.flatMap((group) => idsOf(group.roleIds))
  if (after) await assertMayGrantIds(ports, auth, roleIds)
  else await assertOutranksRoles(auth, await rolesByIds(ports.store, auth.tenantId, roleIds))
}

const updateConfiguration = async (call: SignedCall<(typeof groups)['updateConfiguration']>) => {
  const { ports, auth, body } = call
  const before = await groupsSetting.of(ports.store, auth.tenantId)
  const after = { ...before, ...groupsSetting.changes(body) }
  await assertMaySwitch(call, { before: givesRoles(before), after: givesRoles(after) })
  await keepingAdministrator(call, async (store) => {
    await groupsSetting.save({ ...ports, store }, auth.tenantId, after)
    await recordGroupSettings(call, store, after)
    await call.audit({
      inside: store,
      resource: 'Groups',
      action: 'Groups configuration changed',
      severity: 'Medium',
      description: `Groups are ${after.enabled ? 'on' : 'off'}, their roles ${after.rolesEnabled ? 'on' : 'off'}`,
      detail: beforeAndAfter(before, after),
    })
  })
  return after
}

export const groupsHandlers = {
  listGroups: signedIn(async ({ ports, auth, query }) => {
    const found = await ports.store.groups.list({ tenantId: auth.tenantId })
    const sorted = found.sort((left, right) => left.name.localeCompare(right.name, 'en'))
    return { groups: await withRelations(ports, auth.tenantId, sorted, relationsOf(query)) }
  }),
  getGroup: signedIn(async ({ ports, auth, path, query }) => {
    const group = await groupOf(ports, auth.tenantId, path.groupId)
    const [wire] = await withRelations(ports, auth.tenantId, [group], relationsOf(query))
    return wire ?? toGroup(group)
  }),
  bulkGetGroups: signedIn(async ({ ports, auth, body, query }) => {
    const ids = idList(body.groupsIds, 'groupsIds')
    const found = ids.length ? await ports.store.groups.list({ id: { in: ids }, tenantId: auth.tenantId }) : []
    return withRelations(ports, auth.tenantId, found, relationsOf(query))
  }),
  createGroup: signedIn((call) => createGroup(call)),
  updateGroup: signedIn((call) => updateGroup(call)),
  deleteGroup: signedIn((call) => deleteGroup(call)),
  addRoles: signedIn((call) => changeRoles(call, 'add')),
  removeRoles: signedIn((call) => changeRoles(call, 'remove')),
  addUsers: signedIn((call) => changeUsers(call, 'add')),
  removeUsers: signedIn((call) => changeUsers(call, 'remove')),
  getConfiguration: signedIn(({ ports, auth }) => groupsSetting.of(ports.store, auth.tenantId)),
  updateConfiguration: signedIn((call) => updateConfiguration(call)),
} satisfies Handlers<typeof groups>

export const groupListHandlers = {
  listGrantableRoles: signedIn(async ({ ports, auth }) => ({
    items: (await grantableRoles(ports, auth)).map((role) => toTeamRole(role, ports.config.vendorId)),
  })),
  listGroups: signedIn(async ({ ports, auth, query }) => {
    const wanted = readRecordsPage(query)
    const page = await ports.store.groups.page({ where: { tenantId: auth.tenantId }, ...wanted.page })
    return {
      items: await toGroupRows(ports, auth.tenantId, page.items),
      ...pageFields(query, { ...wanted, total: page.total }),
    }
  }),
} satisfies Handlers<typeof groupList>
