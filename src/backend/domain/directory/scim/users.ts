import { badRequest, conflict, notFound, refuseDuplicate } from '../../../call/refusal.ts'
import type { DirectoryUserRecord, MemberRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { beforeAndAfter } from '../../audit/before-and-after.ts'
import { lockTenant } from '../../identity/roles/administrators.ts'
import { auditDirectory, type DirectoryCall } from '../provisioning/directory-call.ts'
import { recordDirectoryUser } from '../provisioning/directory-events.ts'
import { factsOf, type ScimObject, storedFactsOf } from '../provisioning/directory-facts.ts'
import {
  type DirectoryFacts,
  placeMember,
  planMemberChange,
  planMemberRemoval,
} from '../provisioning/directory-members.ts'
import { joinRecordedGroups } from '../provisioning/group-members.ts'
import { formsOf, userKeysOf } from './keys.ts'

const TAKEN = 'A user with this userName exists already'

const taken = refuseDuplicate(() => conflict(TAKEN))

const factsOfUser = (resource: ScimObject): DirectoryFacts => {
  const facts = factsOf(resource)
  if (!facts) throw badRequest('The user needs a valid email, in emails or as userName')
  return facts
}

/** Adds the default of `active`: a user is active unless the directory sends another value. */
const withActive = (resource: ScimObject): ScimObject => ({ active: true, ...resource })

const storedOf = (resource: ScimObject) => ({
  ...userKeysOf(resource),
  active: resource.active !== false,
  resource: JSON.stringify(resource),
})

const auditUser = (
  call: DirectoryCall,
  inside: Collections,
  action: string,
  { row, before, after }: { row: DirectoryUserRecord; before?: DirectoryFacts; after?: DirectoryFacts },
) =>
  auditDirectory(call, {
    inside,
    action,
    description: `${action}: ${(after ?? before)?.email ?? ''}`,
    detail: { directoryUserId: row.id, memberId: row.memberId, ...beforeAndAfter(before ?? null, after ?? null) },
  })

/** Requires that no other user has the name, even in a different form, which the index of names can't compare. */
const assertFree = async (
  store: Collections,
  { id = '', connectionId, userNameKey }: Pick<DirectoryUserRecord, 'connectionId' | 'userNameKey'> & { id?: string },
): Promise<void> => {
  const where = { id: { not: id }, connectionId, userNameKey: { in: formsOf(userNameKey) } }
  if ((await store.directoryUsers.count(where)) > 0) throw conflict(TAKEN)
}

export const createUser = async (call: DirectoryCall, given: ScimObject): Promise<DirectoryUserRecord> => {
  const { ports, connection } = call
  const resource = withActive(given)
  const facts = factsOfUser(resource)
  const stored = storedOf(resource)
  const { store } = ports
  await assertFree(store, { connectionId: connection.id, userNameKey: stored.userNameKey })
  const place = connection.syncToUserManagement ? await placeMember(call, facts) : undefined
  const now = ports.clock.now()
  const { id: connectionId, tenantId } = connection
  const base = {
    ...stored,
    id: ports.random.uuid(),
    connectionId,
    tenantId,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const insert = async (inside: Collections) => {
    const placed = await place?.plan(inside)
    const membership = { memberId: placed?.member.id ?? null, isCreator: placed?.isCreator ?? true }
    const added = await inside.directoryUsers.insert({ ...base, ...membership })
    await recordDirectoryUser(call, inside, { row: added, facts }, 'created')
    await auditUser(call, inside, 'User provisioned', { row: added, after: facts })
    return added
  }
  const row = await store.transaction(insert).catch(taken)
  await place?.finish()
  return row
}

const memberOf = async (
  { ports, connection }: DirectoryCall,
  row: DirectoryUserRecord,
): Promise<MemberRecord | undefined> =>
  row.memberId === null ? undefined : ports.store.members.find({ id: row.memberId, directoryId: connection.id })

/** Plans a new membership for a user whose membership ended elsewhere or was only recorded so far. */
const rejoin = async (call: DirectoryCall, row: DirectoryUserRecord, facts: DirectoryFacts) => {
  await call.auth.grants()
  const { plan, finish } = await placeMember(call, facts)
  return {
    begin: async (store: Collections) => {
      await lockTenant(store, call.connection.tenantId, call.ports.clock.now())
    },
    plan: async (store: Collections) => {
      const { member, isCreator } = await plan(store)
      await store.directoryUsers.update({ id: row.id }, { memberId: member.id, isCreator })
      await joinRecordedGroups(store, call, { row, member })
    },
    finish,
  }
}

interface PlannedChange {
  /** Runs before anything else in the transaction. */
  begin?: (store: Collections) => Promise<void>
  plan: (store: Collections) => Promise<void>
  finish?: () => Promise<void>
}

const planChange = async (
  call: DirectoryCall,
  row: DirectoryUserRecord,
  facts: DirectoryFacts,
): Promise<PlannedChange | undefined> => {
  if (!call.connection.syncToUserManagement) return undefined
  const member = await memberOf(call, row)
  return member ? planMemberChange(call, member, facts) : rejoin(call, row, facts)
}

/** Stores a changed resource, or returns `undefined` if another request changed it in the meantime. */
export const saveUser = async (
  call: DirectoryCall,
  row: DirectoryUserRecord,
  given: ScimObject,
): Promise<DirectoryUserRecord | undefined> => {
  const { ports } = call
  const resource = withActive(given)
  const facts = factsOfUser(resource)
  const stored = storedOf(resource)
  if (stored.userNameKey !== row.userNameKey) {
    await assertFree(ports.store, { id: row.id, connectionId: row.connectionId, userNameKey: stored.userNameKey })
  }
  const change = await planChange(call, row, facts)
  const patch = { ...stored, version: row.version + 1, updatedAt: ports.clock.now() }
  const isEnded = row.active && !patch.active
  const action = isEnded ? 'User deactivated' : 'User changed by directory'
  const isSaved = await ports.store
    .transaction(async (store) => {
      await change?.begin?.(store)
      if (!(await store.directoryUsers.update({ id: row.id, version: row.version }, patch))) return false
      await change?.plan(store)
      const saved = await store.directoryUsers.get(row.id)
      if (saved) await recordDirectoryUser(call, store, { row: saved, facts }, 'updated')
      await auditUser(call, store, action, { row, before: storedFactsOf(row), after: facts })
      return true
    })
    .catch(taken)
  if (!isSaved) return undefined
  await change?.finish?.()
  return ports.store.directoryUsers.get(row.id)
}

export const removeUser = async (call: DirectoryCall, row: DirectoryUserRecord): Promise<void> => {
  const { ports, connection } = call
  const member = await memberOf(call, row)
  const isEffective = member !== undefined && connection.syncToUserManagement
  const removal = isEffective ? await planMemberRemoval(call, member) : undefined
  const facts = factsOf(JSON.parse(row.resource)) ?? { email: '', name: '', active: false }
  const isThere = await ports.store.transaction(async (store) => {
    await removal?.plan(store)
    if (member && !removal) await store.members.update({ id: member.id }, { directoryId: null })
    await store.directoryMemberships.delete({ userId: row.id })
    if ((await store.directoryUsers.delete({ id: row.id })) === 0) return false
    await recordDirectoryUser(call, store, { row, facts }, 'deleted')
    await auditUser(call, store, 'User removed by directory', { row, before: facts })
    return true
  })
  await removal?.finish()
  if (!isThere) throw notFound('This user doesn’t exist')
}
