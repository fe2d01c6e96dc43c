import assert from 'node:assert/strict'
import { it } from 'node:test'
import { tokensUser } from '../../contract/api-tokens.ts'
import { permissions, roles } from '../../contract/roles.ts'
import { session } from '../../contract/session.ts'
import { activation } from '../../contract/sign-up.ts'
import { team, users } from '../../contract/users.ts'
import { aRoleRecord } from '../../testing/records.ts'
import { PUBLISHED_ROLES, publishAccess, roleIdOf } from '../domain/identity/roles/published-access.ts'
import { FOUNDER_PASSWORD, found, openEmpty } from './empty-database.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { expectOk, post } from './pre-hijack.test-kit.ts'

const FOUNDER = { email: 'fay@founded.test', companyName: 'Founded' }
const INVITED = 'ian@founded.test'

export const describeEmptyDatabase = (kit: () => Kit): void => {
  const statusesOf = async (token: string, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await kit().call('GET', path, { token })).status))

  const accessOf = async () => {
    const { permissionCategories, permissions, roles } = kit().store
    return [await permissionCategories.list({}), await permissions.list({}), await roles.list({})]
  }

  const join = async (token: string, body: object) => {
    expectOk(await post(kit(), team.addUser.path, { provider: 'local', email: INVITED, ...body }, { token }))
    const { userId, token: secret } = kit().lastLink()
    const accepted = { userId, token: secret, password: FOUNDER_PASSWORD }
    return String(expectOk(await post(kit(), activation.activateAccount.path, accepted)).body.accessToken)
  }

  it('lets the founder of an account administrate it', async () => {
    await openEmpty(kit())
    const { token } = await found(kit(), FOUNDER)
    const listed = expectOk(await kit().call('GET', users.listUsersV3.path, { token }))
    assert.deepEqual(
      listed.body.items.map(({ email }: { email: string }) => email),
      [FOUNDER.email],
    )
    const offered = expectOk(await kit().call('GET', roles.listRoles.path, { token }))
    assert.deepEqual(
      offered.body.map(({ name }: { name: string }) => name).sort(),
      PUBLISHED_ROLES.map(({ name }) => name).sort(),
    )
    assert.deepEqual(await statusesOf(token, [permissions.listPermissions.path, team.listMembers.path]), [200, 200])
    const me = await kit().call('GET', session.getMe.path, { token })
    assert.deepEqual(
      me.body.roles.map(({ id }: { id: string }) => id),
      [roleIdOf('admin')],
    )
  })

  it('gives an invited user the role Member, with which they manage their own data', async () => {
    await openEmpty(kit())
    const { token } = await found(kit(), FOUNDER)
    const member = await join(token, { roleIds: [] })
    const me = await kit().call('GET', session.getMe.path, { token: member })
    assert.deepEqual(
      me.body.roles.map(({ key }: { key: string }) => key),
      ['member'],
    )
    const own = await statusesOf(member, [tokensUser.listAccessTokens.path, session.getMe.path])
    assert.deepEqual(own, [200, 200])
    assert.deepEqual(await statusesOf(member, [users.listUsersV3.path, roles.listRoles.path]), [403, 403])
  })

  it('lets a user with the role Read only see users and roles, but not invite anyone', async () => {
    await openEmpty(kit())
    const { token } = await found(kit(), FOUNDER)
    const reader = await join(token, { roleIds: [roleIdOf('read-only')] })
    assert.deepEqual(await statusesOf(reader, [users.listUsersV3.path, roles.listRoles.path]), [200, 200])
    const body = { provider: 'local', email: 'other@founded.test', roleIds: [] }
    assert.equal((await post(kit(), team.addUser.path, body, { token: reader })).status, 403)
  })

  it('publishes permissions and roles once, also for processes that start together', async () => {
    await openEmpty(kit())
    const published = await accessOf()
    kit().time.now += 1_000
    await publishAccess(kit().store, kit().time.now)
    assert.deepEqual(await accessOf(), published)
    await Promise.all(
      ['roles', 'permissions', 'permissionCategories'].map((name) => kit().store[name as 'roles'].delete({})),
    )
    await Promise.all([1, 2, 3].map(() => publishAccess(kit().store, kit().time.now - 1_000)))
    assert.deepEqual(await accessOf(), published)
  })

  it('leaves roles, permissions and categories of an existing database as they are', async () => {
    await openEmpty(kit())
    const { store } = kit()
    await store.roles.delete({})
    await store.permissions.update({ key: 'fe.*' }, { name: 'Everything' })
    await store.permissions.delete({ key: 'fe.usage.read' })
    await store.permissionCategories.update({ name: 'Billing' }, { description: 'Ours' })
    const own = await store.roles.insert(aRoleRecord({ id: 'owner', name: 'Owner', permissionIds: '["x"]' }))
    await publishAccess(store, kit().time.now)
    assert.deepEqual(await store.roles.list({}), [own])
    assert.equal((await store.permissions.find({ key: 'fe.*' }))?.name, 'Everything')
    assert.equal((await store.permissionCategories.find({ name: 'Billing' }))?.description, 'Ours')
    const added = await store.permissions.find({ key: 'fe.usage.read' })
    assert.equal(added?.categoryId, (await store.permissionCategories.find({ name: 'Billing' }))?.id)
  })

  it('grants the permissions that a database has under other ids', async () => {
    await openEmpty(kit())
    const { store } = kit()
    await store.roles.delete({})
    await store.permissions.delete({ key: 'fe.*' })
    const at = { createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ id: 'all', key: 'fe.*', name: 'All', description: '', categoryId: 'own', ...at })
    await publishAccess(store, kit().time.now)
    assert.equal((await store.roles.get(roleIdOf('admin')))?.permissionIds, '["all"]')
  })
}
