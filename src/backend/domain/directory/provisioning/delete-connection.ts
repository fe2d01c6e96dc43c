import { holdsPermission } from '../../../../rules/permission.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { conflict, forbidden } from '../../../call/refusal.ts'
import { inChunks } from '../../../store/in-chunks.ts'
import { idsOf } from '../../../store/json-text.ts'
import type { DirectoryConnectionRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { keepingAdministrator } from '../../identity/lockout-guard/administrator-stays.ts'
import { reportingLeftAlone } from '../../identity/lockout-guard/report-left-alone.ts'
import { recordProvisioning } from '../../identity/members/record-changes.ts'
import { eventPorts, recordMembers } from '../../identity/members/subject-events.ts'
import { rolesByIds } from '../../identity/roles/grants.ts'
import { assertOutranksMembers, assertOutranksRoles } from '../../identity/roles/rank.ts'
import { revokeSessions } from '../../identity/sessions/end-session.ts'
import { endMemberships } from '../../identity/team/end-memberships.ts'

const forgetDirectory = async (store: Collections, { id }: DirectoryConnectionRecord): Promise<void> => {
  await store.directoryMemberships.delete({ connectionId: id })
  await store.directoryGroups.delete({ connectionId: id })
  await store.directoryUsers.delete({ connectionId: id })
  await store.ssoFailures.delete({ connectionId: id })
  await store.directoryConnections.delete({ id })
}

const groupIdsOf = async (store: Collections, { id }: DirectoryConnectionRecord): Promise<string[]> =>
  (await store.directoryGroups.list({ connectionId: id })).map((group) => group.id)

/** Removes members. Members of other accounts stay users; users who were members only here are deleted. */
const removeMembers = async (call: SignedRequest, store: Collections, members: readonly MemberRecord[]) => {
  const { tenantId, user } = call.auth
  await inChunks(members, async (part) => {
    const gone = await endMemberships(store, tenantId, part)
    const inside = eventPorts(call.ports, store)
    const erased = part.filter(({ userId, activated }) => activated && gone.includes(userId))
    await recordMembers(inside, part, { key: 'frontegg.user.removedFromTenant', actorId: user.id })
    await recordMembers(inside, erased, { key: 'frontegg.user.deleted', actorId: user.id })
    return []
  })
}

/** Returns the disabled members, who must not remain as members that no one can enable again. */
const disabledOf = (members: readonly MemberRecord[]) => members.filter(({ disabledAt }) => disabledAt !== null)

const assertMayRemove = async (
  { ports, auth }: SignedRequest,
  members: readonly MemberRecord[],
  groupIds: readonly string[],
): Promise<void> => {
  if (!holdsPermission((await auth.grants()).keys, 'fe.secure.delete.users')) throw forbidden()
  if (members.some(({ userId }) => userId === auth.user.id)) throw conflict('You can’t remove yourself')
  await assertOutranksMembers(ports.store, auth, members)
  const groups = groupIds.length ? await ports.store.groups.list({ id: { in: groupIds } }) : []
  const roleIds = groups.flatMap(({ roleIds: given }) => idsOf(given))
  await assertOutranksRoles(auth, await rolesByIds(ports.store, auth.tenantId, roleIds))
}

/** Deletes a connection and returns how many members it managed. */
export const deleteConnection = async (
  call: SignedRequest,
  connection: DirectoryConnectionRecord,
  users: 'keep' | 'remove',
  alsoWrite: (store: Collections, count: number) => Promise<void>,
): Promise<number> => {
  const { ports } = call
  const { tenantId, id } = connection
  const members = await ports.store.members.list({ directoryId: id, tenantId })
  const groupIds = await groupIdsOf(ports.store, connection)
  const removed = users === 'remove' ? members : disabledOf(members)
  if (users === 'remove') await assertMayRemove(call, members, groupIds)
  const losing = removed.map((member) => ({ member, roleIds: [] }))
  const report = await reportingLeftAlone(ports, call.caller, { tenantId, losing, actor: call.auth.user })
  await keepingAdministrator(call, async (store) => {
    await report.before(store)
    await removeMembers(call, store, removed)
    await store.members.update({ directoryId: id, tenantId }, { directoryId: null })
    if (users === 'remove') await store.groups.delete({ id: { in: groupIds }, tenantId })
    else await store.groups.update({ id: { in: groupIds }, tenantId }, { managedBy: 'frontegg' })
    await forgetDirectory(store, connection)
    await recordProvisioning(call, store, connection, 'deleted')
    await inChunks(removed, async (part) => {
      await revokeSessions({ ...ports, store }, { userId: { in: part.map(({ userId }) => userId) }, tenantId })
      return []
    })
    await alsoWrite(store, members.length)
  })
  await report.after()
  return members.length
}
