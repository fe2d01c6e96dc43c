import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants } from '../../contract/accounts.ts'
import { groups } from '../../contract/groups.ts'
import { fillPath } from '../../contract/path.ts'
import { roles } from '../../contract/roles.ts'
import { inviteChecks, team } from '../../contract/users.ts'
import { aGroupRecord, aRoleRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'

/** Gives Rea the same permissions as Ada, but with a role that ranks lower. */
const settleRanks = async ({ store }: Kit): Promise<void> => {
  await store.roles.insertMany([
    aRoleRecord({ id: 'deputy', level: 20, permissionIds: '["p fe.*"]' }),
    aRoleRecord({ id: 'chief', tenantId: 'acme', level: 5, permissionIds: '["p fe.secure.read.roles"]' }),
    aRoleRecord({ id: 'clerk', tenantId: 'acme', level: 30, permissionIds: '["p fe.secure.read.roles"]' }),
  ])
  await store.groups.insertMany([
    aGroupRecord({ id: 'chiefs', roleIds: '["chief"]' }),
    aGroupRecord({ id: 'clerks', roleIds: '["clerk"]' }),
  ])
  await store.members.update({ userId: 'rea', tenantId: 'acme' }, { roleIds: '["deputy"]' })
  await store.members.update({ userId: 'tom', tenantId: 'acme' }, { roleIds: '["clerk"]', groupIds: '["chiefs"]' })
  await store.members.update({ userId: 'ada', tenantId: 'acme' }, { groupIds: '["clerks"]' })
  await store.members.update({ userId: 'mel', tenantId: 'acme' }, { roleIds: '["clerk"]', groupIds: '["clerks"]' })
}

type Attempt = readonly [title: string, method: string, path: string, body: object]

const membersPath = (userId: string) => fillPath(team.deleteMember.path, { userId })
const rolesIn = (userId: string, roleIds: string[]): Attempt => [
  `sub-tenant roles of ${userId}`,
  'PATCH',
  fillPath(subTenants.setUserRoles.path, { userId }),
  { subTenantsRoles: [{ tenantId: 'acme', roleIds }] },
]

/**
 * Attempts to take roles from members who rank higher, directly or by a group, and to change roles that rank higher.
 */
const UPWARDS: readonly Attempt[] = [
  ['roles of an administrator', 'PUT', team.updateMember.path, { id: 'ada', roleIds: ['member'] }],
  ['roles of a member of a group', 'PUT', team.updateMember.path, { id: 'tom', roleIds: [''] }],
  rolesIn('ada', []),
  ['removal', 'DELETE', membersPath('ada'), {}],
  ['limit', 'PUT', fillPath(team.extendTemporaryUser.path, { userId: 'ada' }), { expirationInSeconds: 60 }],
  ['access', 'PUT', fillPath(subTenants.setSubAccountAccess.path, { userId: 'ada' }), { allowAccess: false }],
  ['group of clerks', 'DELETE', fillPath(groups.removeUsers.path, { groupId: 'clerks' }), { userIds: ['ada'] }],
  ['group roles', 'DELETE', fillPath(groups.removeRoles.path, { groupId: 'chiefs' }), { roleIds: ['chief'] }],
  ['group', 'DELETE', fillPath(groups.deleteGroup.path, { groupId: 'chiefs' }), {}],
  ['groups', 'POST', groups.updateConfiguration.path, { rolesEnabled: false }],
  ['role', 'DELETE', fillPath(roles.deleteRole.path, { roleId: 'chief' }), {}],
  ['permissions', 'PUT', fillPath(roles.attachPermissions.path, { roleId: 'chief' }), { permissionIds: [] }],
  ['rank of a role', 'PATCH', fillPath(roles.updateRole.path, { roleId: 'chief' }), { level: 40 }],
  ['rank of their own', 'PATCH', fillPath(roles.updateRole.path, { roleId: 'clerk' }), { level: 0 }],
]

const DOWNWARDS: readonly Attempt[] = [
  ['group of clerks', 'DELETE', fillPath(groups.removeUsers.path, { groupId: 'clerks' }), { userIds: ['mel'] }],
  ['roles', 'PUT', team.updateMember.path, { id: 'mel', roleIds: [''] }],
  rolesIn('mel', ['clerk']),
  ['limit', 'PUT', fillPath(team.extendTemporaryUser.path, { userId: 'mel' }), { expirationInSeconds: 60 }],
  ['removal', 'DELETE', membersPath('mel'), {}],
  ['group', 'DELETE', fillPath(groups.deleteGroup.path, { groupId: 'clerks' }), {}],
  ['role', 'DELETE', fillPath(roles.deleteRole.path, { roleId: 'clerk' }), {}],
]

export const describeRanks = (kit: () => Kit): void => {
  const asRea = async ([, method, path, body]: Attempt) =>
    (await kit().call(method, path, { token: (await kit().signIn('rea@acme.test')).token, body })).status

  it('doesn’t let higher-ranking members and roles be changed', async () => {
    await settleRanks(kit())
    const before = await kit().store.members.list({ tenantId: 'acme' })
    for (const attempt of UPWARDS) assert.equal(await asRea(attempt), 403, attempt[0])
    const strip = ({ lastLogin: _, ...member }: (typeof before)[number]) => member
    assert.deepEqual((await kit().store.members.list({ tenantId: 'acme' })).map(strip), before.map(strip))
  })

  it('lets members and roles of the same or a lower rank be changed', async () => {
    await settleRanks(kit())
    for (const attempt of DOWNWARDS) assert.equal(await asRea(attempt), 200, attempt[0])
  })

  it('never ranks a new role higher than its creator', async () => {
    await settleRanks(kit())
    const { token } = await kit().signIn('rea@acme.test')
    const body = { key: 'new', name: 'New', description: '', isDefault: false, level: 0, permissions: [] }
    assert.equal((await kit().call('POST', roles.addRole.path, { token, body })).body.level, 20)
  })

  it('does not offer a higher-ranking role for invitations', async () => {
    await settleRanks(kit())
    const { token } = await kit().signIn('rea@acme.test')
    const users = ['chief', 'clerk'].map((id) => ({ email: `${id}@acme.test`, roleIds: [id] }))
    const response = await kit().call('POST', inviteChecks.checkInvites.path, { token, body: { users } })
    assert.deepEqual(response.body.problems, [{ index: 0, reason: 'role' }])
  })
}
