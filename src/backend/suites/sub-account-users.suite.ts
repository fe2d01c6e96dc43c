import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants } from '../../contract/accounts.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { aGroupRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { actionsOf, enter, grow } from './sub-accounts.test-kit.ts'

export const describeSubAccountUsers = (kit: () => Kit): void => {
  it('lets a user with access into the sub-accounts, with their roles, and no one else', async () => {
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

  it('switches the session into a sub-account and back, through a refresh', async () => {
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

  it('adds users to a sub-account, changes their roles and access, and removes them', async () => {
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

    const rolesPath = fillPath(subTenants.setUserRoles.path, { userId: ola.id })
    const setRoles = (roleIds: string[], caller: string) =>
      kit().call('PATCH', rolesPath, { token: caller, body: { subTenantsRoles: [{ tenantId: 'oslo', roleIds }] } })
    assert.equal((await setRoles(['settings'], token)).status, 200)
    const access = await kit().call('PUT', fillPath(subTenants.setSubAccountAccess.path, { userId: ola.id }), {
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

  it('protects an administrator of a sub-account who is one through a group', async () => {
    const { token } = await grow(kit())
    const body = { users: [{ email: 'ola@oslo.test' }], tenantId: 'oslo', roleIds: ['admin'] }
    assert.equal((await kit().call('POST', subTenants.addUsers.path, { token, body })).status, 200)
    await kit().store.groups.insert(aGroupRecord({ id: 'chiefs', tenantId: 'oslo', roleIds: '["admin"]' }))
    const patch = { activated: true, groupIds: '["chiefs"]' }
    await kit().store.members.update({ tenantId: 'oslo' }, patch)
    const ola = await kit().store.members.find({ tenantId: 'oslo' })
    const setRoles = (roleIds: string[]) =>
      kit().call('PATCH', fillPath(subTenants.setUserRoles.path, { userId: ola?.userId ?? '' }), {
        token,
        body: { subTenantsRoles: [{ tenantId: 'oslo', roleIds }] },
      })
    assert.equal((await setRoles(['reader'])).status, 200)
    await kit().store.members.update({ tenantId: 'oslo' }, { groupIds: null, roleIds: '["admin"]' })
    assert.equal((await setRoles(['reader'])).status, 409)
  })

  it('prevents users from granting permissions in a sub-account that they don’t have, or reaching a sibling account', async () => {
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
    const raise = await kit().call('PATCH', fillPath(subTenants.setUserRoles.path, { userId: kai?.userId ?? '' }), {
      token: tom.token,
      body: { subTenantsRoles: [{ tenantId: 'oslo', roleIds: ['admin'] }] },
    })
    assert.equal(raise.status, 403)
    const south = await enter(kit(), token, 'south')
    const up = await kit().call('GET', `${subTenants.searchSubTenants.path}?_subTenantId=acme`, {
      token: south.body.accessToken,
    })
    assert.equal(up.status, 403)
  })
}
