import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groupList, groups } from '../../contract/groups.ts'
import { invitation } from '../../contract/invitation.ts'
import { fillPath } from '../../contract/path.ts'
import {
  inviteChecks,
  inviteLinkConfiguration,
  members,
  team,
  temporaryUserConfiguration,
  users,
} from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'

const GROUPS = groups.createGroup.path
const TEAM = team.updateMember.path

export const describeGroups = (kit: () => Kit): void => {
  const as = async (email: string, method: string, path: string, body?: object) =>
    kit().call(method, path, { token: (await kit().signIn(email)).token, body })
  const asAda = (method: string, path: string, body?: object) => as('ada@acme.test', method, path, body)
  const create = async (name = 'Support') =>
    (await asAda('POST', GROUPS, { name, color: '#0ea5e9', description: 'Helps customers' })).body.id as string
  const relations = async (id: string) =>
    (await asAda('GET', `${fillPath(groups.getGroup.path, { groupId: id })}?_groupsRelations=rolesAndUsers`)).body as {
      users: { id: string }[]
      roles: { id: string }[]
    }

  it('creates, fills, changes and deletes a group, each with a line in the log', async () => {
    const id = await create()
    const path = fillPath(groups.updateGroup.path, { groupId: id })
    assert.equal((await asAda('POST', `${path}/users`, { userIds: ['mel', 'mia'] })).status, 200)
    assert.equal((await asAda('POST', `${path}/roles`, { roleIds: ['reader'] })).status, 200)
    const full = await relations(id)
    assert.deepEqual([full.users.map((user) => user.id).sort(), full.roles[0]?.id], [['mel', 'mia'], 'reader'])
    assert.equal((await asAda('DELETE', `${path}/users`, { userIds: ['mia'] })).status, 200)
    assert.equal((await asAda('DELETE', `${path}/roles`, { roleIds: ['reader'] })).status, 200)
    assert.equal((await asAda('PATCH', path, { name: 'Help desk', color: '#111827' })).status, 200)
    const all = (await asAda('GET', `${groups.listGroups.path}?_groupsRelations=users`)).body.groups
    assert.deepEqual(
      [all[0].name, all[0].users.length, all[0].roles, all[0].managedBy],
      ['Help desk', 1, undefined, 'frontegg'],
    )
    assert.equal((await asAda('DELETE', path)).status, 200)
    assert.deepEqual((await asAda('GET', GROUPS)).body.groups, [])
    assert.equal(await kit().store.audits.count({ resource: 'Groups' }), 7)
    const mel = (await asAda('GET', `${members.listMembers.path}?offset=0&limit=5&search=mel`)).body.items[0]
    assert.deepEqual(mel.groups, [])
  })

  it('grants its roles to its members from the next call on, while the account allows that', async () => {
    const mel = await kit().signIn('mel@acme.test')
    const list = async () =>
      (await kit().call('GET', `${team.listMembers.path}?pageOffset=0`, { token: mel.token })).status
    const id = await create()
    await asAda('POST', fillPath(groups.addRoles.path, { groupId: id }), { roleIds: ['reader'] })
    assert.equal(await list(), 403)
    await asAda('POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['mel'] })
    assert.equal(await list(), 200)
    const config = await asAda('POST', groups.updateConfiguration.path, { rolesEnabled: false })
    assert.deepEqual(config.body, { enabled: true, rolesEnabled: false })
    assert.equal(await list(), 403)
    assert.deepEqual((await asAda('GET', groups.getConfiguration.path)).body, { enabled: true, rolesEnabled: false })
  })

  it('counts a member of a group as administrator, and protects the last one', async () => {
    const id = await create()
    await asAda('POST', fillPath(groups.addRoles.path, { groupId: id }), { roleIds: ['admin'] })
    await asAda('POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['mel'] })
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '[]' })
    assert.equal((await asAda('PUT', TEAM, { id: 'ada', roleIds: [''] })).status, 200)
    const asMel = (method: string, path: string, body: object = {}) => as('mel@acme.test', method, path, body)
    for (const [method, path, body] of [
      ['DELETE', fillPath(groups.deleteGroup.path, { groupId: id }), {}],
      ['DELETE', fillPath(groups.removeUsers.path, { groupId: id }), { userIds: ['mel'] }],
      ['DELETE', fillPath(groups.removeRoles.path, { groupId: id }), { roleIds: ['admin'] }],
      ['POST', groups.updateConfiguration.path, { rolesEnabled: false }],
    ] as const) {
      assert.equal((await asMel(method, path, body)).status, 409, `${method} ${path}`)
    }
    assert.equal((await relations(id).catch(() => undefined))?.users?.length ?? 1, 1)
    assert.equal((await asMel('PUT', TEAM, { id: 'ada', roleIds: ['admin'] })).status, 200)
    assert.equal((await asAda('DELETE', fillPath(groups.deleteGroup.path, { groupId: id }))).status, 200)
  })

  it('doesn’t let users grant permissions through a group that they don’t have', async () => {
    const id = await create()
    await asAda('POST', fillPath(groups.addRoles.path, { groupId: id }), { roleIds: ['admin'] })
    const at = { createdAt: 0, updatedAt: 0, name: 'x', description: '', categoryId: 'team' }
    await kit().store.permissions.insert({ id: 'p groups', key: 'fe.secure.write.groups*', ...at })
    await kit().store.roles.update({ id: 'security' }, { permissionIds: '["p groups"]' })
    const asSec = (path: string, body: object) => as('sec@acme.test', 'POST', path, body)
    assert.equal((await asSec(fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['sec'] })).status, 403)
    assert.equal((await asSec(fillPath(groups.addRoles.path, { groupId: id }), { roleIds: ['reader'] })).status, 403)
  })

  it('doesn’t change groups of the directory or of other tenants', async () => {
    const id = await create()
    const gia = (method: string, path: string, body?: object) => as('gia@globex.test', method, path, body)
    for (const [method, path, body] of [
      ['GET', fillPath(groups.getGroup.path, { groupId: id }), undefined],
      ['PATCH', fillPath(groups.updateGroup.path, { groupId: id }), { name: 'Stolen' }],
      ['DELETE', fillPath(groups.deleteGroup.path, { groupId: id }), {}],
      ['POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['gia'] }],
      ['POST', fillPath(groups.addRoles.path, { groupId: id }), { roleIds: ['reader'] }],
    ] as const) {
      assert.equal((await gia(method, path, body)).status, 404, `${method} ${path}`)
    }
    assert.equal(
      (await asAda('POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['gia'] })).status,
      400,
    )
    assert.deepEqual((await gia('POST', groups.bulkGetGroups.path, { groupsIds: [id] })).body, [])
    await kit().store.groups.update({ id }, { managedBy: 'scim2' })
    assert.equal(
      (await asAda('PATCH', fillPath(groups.updateGroup.path, { groupId: id }), { name: 'Mine' })).status,
      409,
    )
    assert.equal(
      (await asAda('POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['mel'] })).status,
      409,
    )
    assert.equal((await asAda('DELETE', fillPath(groups.deleteGroup.path, { groupId: id }))).status, 409)
  })

  it('refuses invalid groups', async () => {
    await create('Taken')
    assert.equal((await asAda('POST', GROUPS, { name: 'Taken' })).status, 409)
    assert.equal((await asAda('POST', GROUPS, { name: '' })).status, 400)
    assert.equal((await asAda('POST', GROUPS, { name: 'New', color: 'url(x)' })).status, 400)
    const id = await create('Other')
    assert.equal(
      (await asAda('PATCH', fillPath(groups.updateGroup.path, { groupId: id }), { name: 'Taken' })).status,
      409,
    )
    assert.equal((await asAda('POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: 'mel' })).status, 400)
  })

  it('pages groups with roles and member counts, and lists the members of one', async () => {
    const id = await create('Alpha')
    await create('Beta')
    await asAda('POST', fillPath(groups.addUsers.path, { groupId: id }), { userIds: ['mel', 'mia', 'tom'] })
    const page = (await asAda('GET', `${groupList.listGroups.path}?offset=0&limit=1`)).body
    assert.deepEqual([page.items[0].name, page.items[0].userCount, page._metadata.totalItems], ['Alpha', 3, 2])
    const found = (await asAda('GET', `${members.listMembers.path}?offset=0&limit=5&groupId=${id}&search=m`)).body
    assert.equal(found._metadata.totalItems, 3)
    assert.equal(found.items[0].groups[0].name, 'Alpha')
    const ids = (await asAda('GET', `${users.getUsersGroups.path}?ids=mel`)).body[0].groupIds
    assert.deepEqual(ids, [id])
  })

  it('reports before an import who can’t be invited, and why', async () => {
    const users = [
      { email: 'fresh@acme.test', roleIds: ['member'] },
      { email: ' MEL@acme.test ', roleIds: [] },
      { email: 'nonsense' },
      { email: 'other@acme.test', roleIds: ['no-such-role'] },
    ]
    const response = await asAda('POST', inviteChecks.checkInvites.path, { users })
    assert.deepEqual(response.body.problems, [
      { index: 1, reason: 'member' },
      { index: 2, reason: 'email' },
      { index: 3, reason: 'role' },
    ])
    const tooMuch = await as('tom@acme.test', 'POST', inviteChecks.checkInvites.path, {
      users: [{ email: 'fresh@acme.test', roleIds: ['admin'] }],
    })
    assert.deepEqual(tooMuch.body.problems, [{ index: 0, reason: 'role' }])
    assert.equal((await asAda('POST', inviteChecks.checkInvites.path, { users: 'all' })).status, 400)
  })

  it('changes the configurations of invite links and temporary users, and applies them', async () => {
    const link = (await asAda('POST', team.createInviteLink.path, { expiresInMinutes: 60 })).body
    const off = await asAda('PUT', inviteLinkConfiguration.updateInviteLinkConfig.path, {
      tenantInvitationsAllowed: false,
    })
    assert.equal(off.body.tenantInvitationsAllowed, false)
    assert.equal((await asAda('POST', team.createInviteLink.path, { expiresInMinutes: 60 })).status, 403)
    assert.equal(
      (await kit().call('POST', invitation.verifyInviteToken.path, { body: { token: link.token } })).status,
      404,
    )
    assert.equal(
      (await asAda('PUT', temporaryUserConfiguration.updateTemporaryUserConfig.path, { enabled: false })).status,
      200,
    )
    assert.equal((await asAda('GET', team.getTemporaryUserConfig.path)).body.enabled, false)
    assert.equal(
      (await asAda('PUT', fillPath(team.extendTemporaryUser.path, { userId: 'mel' }), { expirationInSeconds: 3_600 }))
        .status,
      403,
    )
    assert.equal(
      (await asAda('PUT', temporaryUserConfiguration.updateTemporaryUserConfig.path, { enabled: 'no' })).status,
      400,
    )
  })
}
