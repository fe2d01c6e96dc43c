import { groupKeysOf, userKeysOf } from '../../src/backend/domain/directory/scim/keys.ts'
import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import { userIdOf } from '../../src/backend/sample/users.ts'
import { stableId } from '../../src/backend/stable-id.ts'
import type {
  DirectoryGroupRecord,
  DirectoryUserRecord,
  GroupRecord,
  MemberRecord,
} from '../../src/backend/store/records.ts'
import type { Collections } from '../../src/backend/store/store.ts'

const TENANT = tenantIdOf('solstice')
const OWNER = userIdOf('sue@sso.test')
const CONNECTION_ID = stableId('directory connection')
const GROUP_ID = stableId('directory group')
const GROUP_NAME = 'Field team'
const IN_GROUP = 3

const stamps = (now: number) => ({ connectionId: CONNECTION_ID, tenantId: TENANT, createdAt: now, updatedAt: now })

const toDirectoryUser = ({ id, email, name, disabledAt }: MemberRecord, now: number): DirectoryUserRecord => {
  const active = disabledAt === null
  const resource = {
    userName: email,
    displayName: name,
    active,
    emails: [{ value: email, type: 'work', primary: true }],
  }
  return {
    ...stamps(now),
    ...userKeysOf(resource),
    id: stableId(`directory user ${email}`),
    memberId: id,
    isCreator: true,
    active,
    resource: JSON.stringify(resource),
    version: 1,
  }
}

const directoryGroup = (now: number): DirectoryGroupRecord => {
  const resource = { displayName: GROUP_NAME }
  return { ...stamps(now), ...groupKeysOf(resource), id: GROUP_ID, resource: JSON.stringify(resource), version: 1 }
}

const group = (now: number): GroupRecord => ({
  id: GROUP_ID,
  tenantId: TENANT,
  name: GROUP_NAME,
  color: null,
  description: '',
  metadata: null,
  managedBy: 'scim2',
  roleIds: '[]',
  createdAt: now,
  updatedAt: now,
})

/** Adds Ian's connection, which no directory has used yet. */
export const addEmptyDirectory = (store: Collections, now: number): Promise<unknown> => {
  const id = stableId('directory connection initech')
  return store.directoryConnections.insert({
    id,
    tenantId: tenantIdOf('initech'),
    source: 'azure-ad',
    name: 'Initech directory',
    syncToUserManagement: true,
    // No token has this hash.
    tokenHash: id,
    ownerId: userIdOf('ian@it.test'),
    createdAt: now,
    updatedAt: now,
    isIndexed: true,
    lastSyncAt: null,
  })
}

/**
 * Adds a connection that manages Sue's colleagues, the last of them deactivated. Rotating its token makes it usable.
 */
export const addSampleDirectory = async (store: Collections, now: number): Promise<void> => {
  const colleagues = (await store.members.list({ tenantId: TENANT })).filter(({ userId }) => userId !== OWNER)
  await store.directoryConnections.insert({
    id: CONNECTION_ID,
    tenantId: TENANT,
    source: 'okta',
    name: 'Harbour directory',
    syncToUserManagement: true,
    // No token has this hash.
    tokenHash: CONNECTION_ID,
    ownerId: OWNER,
    createdAt: now,
    updatedAt: now,
    isIndexed: true,
    lastSyncAt: now,
  })
  const managed = colleagues.map((member, at) => ({
    ...member,
    directoryId: CONNECTION_ID,
    groupIds: at < IN_GROUP ? JSON.stringify([GROUP_ID]) : member.groupIds,
    disabledAt: at === colleagues.length - 1 ? now : null,
  }))
  for (const { id, directoryId, groupIds, disabledAt } of managed) {
    await store.members.update({ id }, { directoryId, groupIds, disabledAt })
  }
  const users = managed.map((member) => toDirectoryUser(member, now))
  await store.groups.insert(group(now))
  await store.directoryGroups.insert(directoryGroup(now))
  await store.directoryUsers.insertMany(users)
  await store.directoryMemberships.insertMany(
    users.slice(0, IN_GROUP).map(({ id }) => ({
      id: stableId(`directory membership ${id}`),
      connectionId: CONNECTION_ID,
      groupId: GROUP_ID,
      userId: id,
      createdAt: now,
    })),
  )
}
