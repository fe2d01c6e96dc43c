import assert from 'node:assert/strict'
import { it } from 'node:test'
import { additions } from '../../contract/additions.ts'
import { session } from '../../contract/session.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { users } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'

const at = (path: string, values: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const SEARCH = subTenants.searchSubTenants.path

/** Acme with North (Oslo, Bergen below) and South. */
const grow = async (kit: Kit) => {
  await kit.store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
  const { token } = await kit.signIn('ada@acme.test')
  const create = (id: string, parentTenantId: string) =>
    kit.call('POST', subTenants.createSubTenant.path, {
      token,
      body: { tenantId: id, name: id[0]?.toUpperCase() + id.slice(1), parentTenantId },
    })
  for (const [id, parent] of [
    ['north', 'acme'],
    ['south', 'acme'],
    ['oslo', 'north'],
    ['bergen', 'north'],
  ] as const) {
    kit.time.now += 1_000
    assert.equal((await create(id, parent)).status, 200)
  }
  return { token, create }
}

const namesOf = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

const enter = async (kit: Kit, token: string, tenantId: string) =>
  kit.call('POST', users.getUserJwtForTenant.path, { token, body: { tenantId } })

const actionsOf = async (kit: Kit, tenantId: string) =>
  (await kit.store.audits.list({ tenantId, resource: 'Sub-accounts' })).map(({ action }) => action)

export const describeSubAccounts = (kit: () => Kit): void => {
  it('shows the tree level by level, sorted, page by page', async () => {
    const { token } = await grow(kit())
    const list = (query: string) => kit().call('GET', `${SEARCH}?${query}`, { token })
    const top = await list('_subTenantId=acme&_limit=1')
    assert.deepEqual([namesOf(top.body), top.body._metadata.totalItems], [['North'], 2])
    assert.deepEqual(top.body.items[0].metadata, { isParent: true, type: 'customer', parentId: 'acme' })
    assert.deepEqual(namesOf((await list(`${top.body._links.next.slice(1)}`)).body), ['South'])
    assert.deepEqual(namesOf((await list('_subTenantId=north&_sortBy=createdAt&_order=DESC')).body), ['Bergen', 'Oslo'])
    assert.deepEqual(namesOf((await list('_sortBy=tenantId')).body), ['Bergen', 'North', 'Oslo', 'South'])
    assert.deepEqual(namesOf((await list('_subTenantId=acme&_filter=O')).body), ['North', 'Oslo', 'South'])
    assert.equal((await list('_subTenantId=globex')).status, 403)
  })

  it('answers the whole tree, its levels, its figures and the way up', async () => {
    const { token } = await grow(kit())
    const tree = await kit().call('GET', subTenants.getSubTenantTree.path, { token })
    const names = (node: { tenantName: string; children: [] }): unknown => [node.tenantName, node.children.map(names)]
    assert.deepEqual(names(tree.body), [
      'Acme',
      [
        [
          'North',
          [
            ['Bergen', []],
            ['Oslo', []],
          ],
        ],
        ['South', []],
      ],
    ])
    const flat = await kit().call('GET', subTenants.getSubTenants.path, { token })
    assert.deepEqual(
      flat.body.map(({ tenantId, level }: { tenantId: string; level: number }) => [tenantId, level]),
      [
        ['north', 1],
        ['south', 1],
        ['bergen', 2],
        ['oslo', 2],
      ],
    )
    const figures = await kit().call('GET', `${subTenants.getHierarchyMetadata.path}?_tenantIds=north,oslo,globex`, {
      token,
    })
    assert.deepEqual(figures.body, [
      { tenantId: 'north', totalSubTenants: 2, isParent: true },
      { tenantId: 'oslo', totalSubTenants: 0, isParent: false },
    ])
    const counts = await kit().call('POST', subTenants.countUsers.path, {
      token,
      body: { tenantIds: ['acme', 'globex'] },
    })
    assert.deepEqual(counts.body, [{ tenantId: 'acme', totalUsers: 9, totalAccessAllowedUsers: 1 }])
    const oslo = await enter(kit(), token, 'oslo')
    const parents = await kit().call('GET', subTenants.getParentTenants.path, { token: oslo.body.accessToken })
    assert.deepEqual(
      parents.body.map(({ tenantId }: { tenantId: string }) => tenantId),
      ['north', 'acme'],
    )
  })

  it('renames, moves and deletes an account, and records it in both logs', async () => {
    const { token } = await grow(kit())
    const patch = { token, body: { name: 'Far North' } }
    assert.equal(
      (await kit().call('PATCH', at(subTenants.updateSubTenant.path, { tenantId: 'north' }), patch)).status,
      200,
    )
    const found = await kit().call('GET', `${SEARCH}?_filter=far`, { token })
    assert.deepEqual(namesOf(found.body), ['Far North'])

    const move = (tenantId: string, parentTenantId: string) =>
      kit().call('PUT', at(additions.moveSubTenant.path, { tenantId }), { token, body: { parentTenantId } })
    assert.equal((await move('north', 'oslo')).status, 400)
    assert.equal((await move('north', 'north')).status, 400)
    assert.equal((await move('north', 'globex')).status, 403)
    assert.equal((await move('acme', 'north')).status, 404)
    assert.equal((await move('north', 'south')).status, 200)
    const below = await kit().call('GET', `${SEARCH}?_subTenantId=south`, { token })
    assert.deepEqual(namesOf(below.body), ['Far North'])
    const flat = await kit().call('GET', subTenants.getSubTenants.path, { token })
    assert.deepEqual(
      flat.body.map(({ tenantId, level }: { tenantId: string; level: number }) => [tenantId, level]),
      [
        ['south', 1],
        ['north', 2],
        ['bergen', 3],
        ['oslo', 3],
      ],
    )

    const remove = (tenantId: string) =>
      kit().call('DELETE', at(subTenants.deleteSubTenant.path, { tenantId }), { token, body: {} })
    assert.equal((await remove('north')).status, 409)
    assert.equal((await remove('acme')).status, 404)
    for (const id of ['oslo', 'bergen', 'north', 'south']) assert.equal((await remove(id)).status, 200)
    assert.equal(await kit().store.accountLinks.count({}), 0)
    const own = await actionsOf(kit(), 'acme')
    for (const action of ['Account created', 'Account updated', 'Account moved', 'Account deleted']) {
      assert.ok(own.includes(action), action)
    }
    assert.deepEqual((await actionsOf(kit(), 'north')).sort(), ['Account created', 'Account moved', 'Account updated'])
  })

  it('refuses accounts elsewhere, twice the same id, odd ids and names, and an eleventh level', async () => {
    const { create } = await grow(kit())
    assert.equal((await create('elsewhere', 'globex')).status, 403)
    assert.equal((await create('oslo', 'acme')).status, 409)
    assert.equal((await create('a b', 'acme')).status, 400)
    assert.equal((await create('', 'acme')).status, 400)
    let parent = 'oslo'
    for (let level = 3; level <= 10; level++) {
      const id = `level-${level}`
      assert.equal((await create(id, parent)).status, 200, id)
      parent = id
    }
    assert.equal((await create('level-11', parent)).status, 400)
  })

  it('lets a person with access into the accounts below, with her roles, and nobody else', async () => {
    const { token } = await grow(kit())
    const oslo = await enter(kit(), token, 'oslo')
    assert.equal(oslo.status, 200)
    const list = await kit().call('GET', `${users.listUsersV3.path}?_offset=0&_limit=10&_includeSubTenants=false`, {
      token: oslo.body.accessToken,
    })
    assert.deepEqual([list.status, list.body.items], [200, []])
    const mel = await kit().signIn('mel@acme.test')
    assert.equal((await enter(kit(), mel.token, 'oslo')).status, 403)
    assert.equal((await enter(kit(), token, 'globex')).status, 403)
    await kit().store.members.update({ userId: 'ada' }, { subAccountAccess: false })
    assert.equal((await enter(kit(), token, 'oslo')).status, 403)
    const again = await kit().call('GET', `${users.listUsersV3.path}?_offset=0&_limit=10&_includeSubTenants=false`, {
      token: oslo.body.accessToken,
    })
    assert.equal(again.status, 403)
  })

  it('switches the session into an account below and back, through a refresh', async () => {
    const { token } = await grow(kit())
    const { cookie } = await kit().signIn('ada@acme.test')
    const wished = await kit().refresh(cookie, { tenantId: 'oslo' })
    assert.equal(wished.status, 200)
    assert.equal(wished.body.tenantId, 'oslo')
    const mine = await kit().call('GET', session.getMyTenantsV3.path, { token: wished.body.accessToken })
    assert.equal(mine.body.activeTenant.tenantId, 'oslo')
    const me = await kit().call('GET', session.getMe.path, { token: wished.body.accessToken })
    assert.equal(me.body.tenantId, 'oslo')
    const back = await kit().call('PUT', session.switchTenant.path, { token, body: { tenantId: 'acme' } })
    assert.equal(back.status, 200)
  })

  it('adds people to an account below, changes their roles and access, and removes them', async () => {
    const { token } = await grow(kit())
    const add = await kit().call('POST', subTenants.addUsers.path, {
      token,
      body: { users: [{ email: 'ola@oslo.test' }, { email: 'mel@acme.test' }], tenantId: 'oslo', roleIds: ['reader'] },
    })
    assert.equal(add.status, 200, JSON.stringify(add.body))
    assert.equal(kit().mails.length, 2)
    const { accessToken } = (await enter(kit(), token, 'oslo')).body
    const list = async () =>
      (
        await kit().call('GET', `${users.listUsersV3.path}?_offset=0&_limit=10&_includeSubTenants=false&_sortBy=name`, {
          token: accessToken,
        })
      ).body.items as {
        id: string
        email: string
        subAccountAccessAllowed: boolean
        tenants: { roles: { id: string }[] }[]
      }[]
    const [ola] = (await list()).filter(({ email }) => email === 'ola@oslo.test')
    assert.ok(ola)
    assert.deepEqual(
      ola.tenants[0]?.roles.map(({ id }) => id),
      ['reader'],
    )

    const rolesPath = at(subTenants.setUserRoles.path, { userId: ola.id })
    const setRoles = (roleIds: string[], caller: string) =>
      kit().call('PATCH', rolesPath, { token: caller, body: { subTenantsRoles: [{ tenantId: 'oslo', roleIds }] } })
    assert.equal((await setRoles(['settings'], token)).status, 200)
    const access = await kit().call('PUT', at(subTenants.setSubAccountAccess.path, { userId: ola.id }), {
      token: accessToken,
      body: { allowAccess: true },
    })
    assert.equal(access.status, 200)
    const [after] = (await list()).filter(({ email }) => email === 'ola@oslo.test')
    assert.deepEqual([after?.subAccountAccessAllowed, after?.tenants[0]?.roles[0]?.id], [true, 'settings'])

    const remove = await kit().call('DELETE', subTenants.removeUserFromTenants.path, {
      token,
      body: { userId: ola.id, subTenants: [{ tenantId: 'oslo' }] },
    })
    assert.equal(remove.status, 200)
    assert.deepEqual(
      (await list()).map(({ email }) => email),
      ['mel@acme.test'],
    )
    assert.equal(await kit().store.users.get(ola.id), undefined)
    const rows = new Set(await actionsOf(kit(), 'oslo'))
    for (const action of [
      'User added to account',
      'User roles changed',
      'Sub-account access changed',
      'User removed from account',
    ]) {
      assert.ok(rows.has(action), action)
    }
  })

  it('lets nobody give in an account below what she does not hold, nor reach a neighbour', async () => {
    const { token } = await grow(kit())
    await kit().store.roles.update(
      { id: 'manager' },
      { permissionIds: JSON.stringify(['p fe.secure.read.users', 'p fe.secure.write.usersRoles', 'p sub']) },
    )
    await kit().store.permissions.insert({
      id: 'p sub',
      key: 'fe.secure.write.userSubTenants',
      name: '',
      description: '',
      categoryId: 'team',
      createdAt: 0,
      updatedAt: 0,
    })
    const tom = await kit().signIn('tom@acme.test')
    const add = (roleIds: string[], tenantId = 'oslo', extra = {}) =>
      kit().call('POST', subTenants.addUsers.path, {
        token: tom.token,
        body: { users: [{ email: 'kai@oslo.test' }], tenantId, roleIds, ...extra },
      })
    assert.equal((await add(['admin'])).status, 403)
    assert.equal((await add(['reader'], 'globex')).status, 403)
    assert.equal((await add(['reader'], 'oslo', { allowSubAccountAccess: true })).status, 403)
    assert.equal((await add(['reader'])).status, 200)
    const kai = await kit().store.members.find({ tenantId: 'oslo', email: 'kai@oslo.test' })
    const raise = await kit().call('PATCH', at(subTenants.setUserRoles.path, { userId: kai?.userId ?? '' }), {
      token: tom.token,
      body: { subTenantsRoles: [{ tenantId: 'oslo', roleIds: ['admin'] }] },
    })
    assert.equal(raise.status, 403)
    const south = await enter(kit(), token, 'south')
    const up = await kit().call('GET', `${SEARCH}?_subTenantId=acme`, { token: south.body.accessToken })
    assert.equal(up.status, 403)
  })

  it('finds what she may see, five of each kind', async () => {
    const { token } = await grow(kit())
    const find = (text: string, bearer = token) =>
      kit().call('GET', `${additions.find.path}?text=${encodeURIComponent(text)}`, { token: bearer })
    const all = (await find('o')).body
    assert.equal(all.users.length, 2)
    assert.deepEqual(
      all.accounts.map(({ name }: { name: string }) => name),
      ['North', 'Oslo', 'South'],
    )
    assert.ok((await find('acme.test')).body.users.length === 5)
    const mel = await kit().signIn('mel@acme.test')
    assert.deepEqual((await find('o', mel.token)).body, { users: [], groups: [], roles: [], accounts: [] })
  })
}
