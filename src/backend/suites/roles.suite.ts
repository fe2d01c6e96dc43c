import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { permissions, roleList, roles } from '../../contract/roles.ts'
import { team } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'

const ROLES = roles.addRole.path

const draft = (facts: object = {}) => ({
  key: 'exporter',
  name: 'Exporter',
  description: 'Exports things',
  isDefault: false,
  level: 3,
  permissions: ['p fe.secure.read.users'],
  ...facts,
})

export const describeRoles = (kit: () => Kit): void => {
  const tokenOf = async (email = 'ada@acme.test') => (await kit().signIn(email)).token
  const asAda = async (method: string, path: string, body?: object) =>
    kit().call(method, path, { token: await tokenOf(), body })
  const create = async (facts: object = {}) => (await asAda('POST', ROLES, draft(facts))).body.id as string

  it('creates a role, shows it, changes it and deletes it, each with a line in the log', async () => {
    const created = await asAda('POST', ROLES, draft())
    assert.deepEqual([created.status, created.body.tenantId, created.body.permissions.length], [200, 'acme', 1])
    const path = fillPath(roles.updateRole.path, { roleId: created.body.id })
    const changed = await asAda('PATCH', path, { name: 'Export team', isDefault: true })
    assert.deepEqual([changed.body.name, changed.body.isDefault, changed.body.key], ['Export team', true, 'exporter'])
    const wider = await asAda('PUT', fillPath(roles.attachPermissions.path, { roleId: created.body.id }), {
      permissionIds: ['p fe.secure.read.roles'],
    })
    assert.deepEqual(wider.body.permissions, ['p fe.secure.read.roles'])
    assert.equal((await asAda('DELETE', path)).status, 200)
    const left = (await asAda('GET', ROLES)).body.map(({ id }: { id: string }) => id)
    assert.ok(!left.includes(created.body.id))
    assert.equal(await kit().store.audits.count({ resource: 'Roles', userId: 'ada' }), 4)
  })

  it('refuses invalid roles: malformed keys, taken keys, unknown permissions', async () => {
    await create()
    for (const facts of [{ key: 'a b' }, { key: '' }, { name: '' }, { permissions: ['nothing'] }, { level: -1 }]) {
      const { status } = await asAda('POST', ROLES, draft({ key: 'fresh', ...facts }))
      assert.equal(status, 400, JSON.stringify(facts))
    }
    assert.equal((await asAda('POST', ROLES, draft())).status, 409)
    assert.equal((await asAda('POST', ROLES, draft({ key: 'admin' }))).status, 409)
  })

  it("keeps the vendor's roles and those of other tenants as they are", async () => {
    assert.equal(
      (await asAda('PATCH', fillPath(roles.updateRole.path, { roleId: 'member' }), { name: 'Mine' })).status,
      409,
    )
    assert.equal((await asAda('DELETE', fillPath(roles.deleteRole.path, { roleId: 'member' }))).status, 409)
    const gia = { token: await tokenOf('gia@globex.test') }
    const id = await create()
    for (const [method, path, body] of [
      ['PATCH', fillPath(roles.updateRole.path, { roleId: id }), { name: 'Stolen' }],
      ['PUT', fillPath(roles.attachPermissions.path, { roleId: id }), { permissionIds: [] }],
      ['DELETE', fillPath(roles.deleteRole.path, { roleId: id }), {}],
      ['POST', fillPath(roleList.roleImpact.path, { roleId: id }), { permissionIds: [] }],
    ] as const) {
      assert.equal((await kit().call(method, path, { ...gia, body })).status, 404, path)
    }
    assert.equal((await kit().store.roles.get(id))?.name, 'Exporter')
  })

  it('prevents users from granting permissions that they don’t have, through a role or a permission', async () => {
    const id = await create({ permissions: ['p fe.secure.write.users', 'p fe.secure.read.roles'] })
    await kit().store.roles.insert({
      ...((await kit().store.roles.get(id)) as NonNullable<Awaited<ReturnType<Kit['store']['roles']['get']>>>),
      id: 'role-editor',
      key: 'role-editor',
      permissionIds: '["p role-editor"]',
    })
    const at = { createdAt: 0, updatedAt: 0 }
    const permission = { name: 'x', description: '', categoryId: 'team', ...at }
    await kit().store.permissions.insertMany([
      { id: 'p role-editor', key: 'fe.secure.write.*', ...permission },
      { id: 'p fe.secure.write.roles', key: 'fe.secure.write.roles', ...permission },
    ])
    await kit().store.members.update({ userId: 'mel', tenantId: 'acme' }, { roleIds: '["role-editor"]' })
    const mel = { token: await tokenOf('mel@acme.test') }
    const put = (permissionIds: string[]) =>
      kit().call('PUT', fillPath(roles.attachPermissions.path, { roleId: id }), { ...mel, body: { permissionIds } })
    assert.equal((await put(['p fe.secure.write.users', 'p fe.*'])).status, 403)
    assert.equal((await put(['p fe.secure.write.users', 'p fe.secure.write.roles'])).status, 200)
    const create403 = await kit().call('POST', ROLES, { ...mel, body: draft({ key: 'up', permissions: ['p fe.*'] }) })
    assert.equal(create403.status, 403)
  })

  it('protects the last administrator when roles lose permissions or are deleted', async () => {
    const id = await create({ key: 'boss', permissions: ['p fe.*'] })
    await kit().store.members.update({ userId: 'ada' }, { roleIds: JSON.stringify([id]) })
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '[]' })
    assert.equal((await asAda('DELETE', fillPath(roles.deleteRole.path, { roleId: id }))).status, 409)
    assert.equal(
      (await asAda('PUT', fillPath(roles.attachPermissions.path, { roleId: id }), { permissionIds: [] })).status,
      409,
    )
    assert.equal((await kit().store.roles.get(id))?.permissionIds, '["p fe.*"]')
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '["admin"]' })
    assert.equal((await asAda('DELETE', fillPath(roles.deleteRole.path, { roleId: id }))).status, 200)
    assert.equal((await kit().call('GET', ROLES, { token: await tokenOf() })).status, 403)
  })

  it('counts the users who gain or lose permissions by a change, given their other roles and groups', async () => {
    const id = await create({ permissions: ['p fe.secure.read.users', 'p fe.secure.read.roles'] })
    const hold = (userId: string, roleIds: string[], groupIds: string | null = null) =>
      kit().store.members.update({ userId, tenantId: 'acme' }, { roleIds: JSON.stringify(roleIds), groupIds })
    await hold('mel', [id])
    await hold('mia', [id, 'reader'])
    await hold('sec', [id], '["readers"]')
    await hold('set', [], '["exporters"]')
    const at = { createdAt: 0, updatedAt: 0 }
    const group = {
      tenantId: 'acme',
      color: null,
      description: '',
      metadata: null,
      managedBy: 'frontegg',
      ...at,
    } as const
    await kit().store.groups.insertMany([
      { ...group, id: 'readers', name: 'Readers', roleIds: '["reader"]' },
      { ...group, id: 'exporters', name: 'Exporters', roleIds: JSON.stringify([id]) },
    ])
    const permissionIds = ['p fe.secure.read.users', 'p fe.secure.read.roles']
    const response = await asAda('POST', fillPath(roleList.roleImpact.path, { roleId: id }), { permissionIds })
    assert.deepEqual(response.body, {
      users: 4,
      changes: [
        { permissionId: 'p fe.secure.read.users', users: 2 },
        { permissionId: 'p fe.secure.read.roles', users: 4 },
      ],
    })
  })

  it('pages roles by name with the number of users who hold each', async () => {
    await create({ name: 'Zebra' })
    const page = (query: string) => asAda('GET', `${roleList.listRoles.path}?${query}`)
    const last = await page('offset=0&limit=1&sort=name&order=DESC')
    assert.deepEqual(
      [last.body.items[0].name, last.body.items[0].userCount, last.body._metadata.totalItems],
      ['Zebra', 0, 7],
    )
    const found = await page('offset=0&limit=5&search=zeb')
    assert.equal(found.body._metadata.totalItems, 1)
    assert.equal((await page('offset=0&limit=100000')).status, 400)
    assert.equal((await page('offset=0&limit=5&sort=secret')).status, 400)
  })

  it('returns the roles of a permission, and its category', async () => {
    const id = await create()
    const path = permissions.listPermissions.path
    await asAda('PUT', fillPath(roles.attachPermissions.path, { roleId: id }), {
      permissionIds: ['p fe.secure.read.roles'],
    })
    const all = (await asAda('GET', path)).body
    const known = all.find(({ key }: { key: string }) => key === 'fe.secure.read.roles')
    assert.deepEqual(known.roleIds, [id])
    const categories = (await asAda('GET', permissions.listCategories.path)).body
    assert.equal(categories[0].permissionIds.length, all.length)
  })

  it('removes a deleted role from all users and groups', async () => {
    const id = await create()
    await kit().store.members.update({ userId: 'mel' }, { roleIds: JSON.stringify([id]) })
    const mel = await kit().signIn('mel@acme.test')
    assert.equal((await kit().call('GET', `${team.listMembers.path}?pageOffset=0`, { token: mel.token })).status, 200)
    await asAda('DELETE', fillPath(roles.deleteRole.path, { roleId: id }))
    assert.equal((await kit().call('GET', `${team.listMembers.path}?pageOffset=0`, { token: mel.token })).status, 403)
    const members = (await asAda('GET', `${team.listMembers.path}?pageOffset=0&email=mel`)).body.items
    assert.deepEqual(members[0].roleIds, [])
  })
}
