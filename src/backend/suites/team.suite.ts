import assert from 'node:assert/strict'
import { it } from 'node:test'
import { settings, subTenants } from '../../contract/accounts.ts'
import { groups } from '../../contract/groups.ts'
import { fillPath } from '../../contract/path.ts'
import { policies } from '../../contract/policies.ts'
import { permissions, roles } from '../../contract/roles.ts'
import { session } from '../../contract/session.ts'
import { activation } from '../../contract/sign-up.ts'
import { members, team, users } from '../../contract/users.ts'
import { aTenantRecord } from '../../testing/records.ts'
import type { Kit } from './kit.test-kit.ts'

const TEAM = team.updateMember.path
const MEMBERS = members.listMembers.path

const emails = (response: { body: { items: { email: string }[] } }) => response.body.items.map(({ email }) => email)

export const describeTeam = (kit: () => Kit): void => {
  const ada = async () => (await kit().signIn('ada@acme.test')).token
  const list = async (query: string, path: string = users.listUsersV2.path) =>
    kit().call('GET', `${path}?${query}`, { token: await ada() })

  it('lists only users of the caller’s tenant, with roles, permissions and totals', async () => {
    const response = await list('_offset=0&_limit=3&_includeSubTenants=true&_sortBy=email&_order=ASC')
    assert.deepEqual(emails(response), ['ada@acme.test', 'leo@acme.test', 'max@multi.test'])
    assert.deepEqual(response.body._metadata, { totalPages: 3, totalItems: 9 })
    const max = response.body.items[2]
    assert.deepEqual([max.tenantIds, max.tenants.length, max.roles[0].id], [['acme'], 1, 'member'])
    assert.equal(response.body.items[0].permissions[0].key, 'fe.*')
    assert.match(response.body._links.next, /_offset=1/)
    assert.equal(response.body._links.prev, '')
    const last = await list('_offset=2&_limit=3&_includeSubTenants=false&_sortBy=email&_order=ASC')
    assert.deepEqual([emails(last).length, last.body._links.next], [3, ''])
  })

  it('searches, filters and sorts on the server', async () => {
    assert.deepEqual(emails(await list('_offset=0&_limit=9&_includeSubTenants=false&_filter=MULTI')), [
      'max@multi.test',
    ])
    assert.deepEqual(emails(await list('_offset=0&_limit=9&_includeSubTenants=false&ids=mel,gia')), ['mel@acme.test'])
    const locked = await list('_offset=0&_limit=1&_includeSubTenants=false&_sortBy=isLocked&_order=DESC')
    assert.deepEqual(emails(locked), ['leo@acme.test'])
    const v3 = await list('_offset=0&_limit=9&_includeSubTenants=false&_email=rea', users.listUsersV3.path)
    assert.deepEqual([emails(v3), 'permissions' in v3.body.items[0]], [['rea@acme.test'], false])
  })

  it('lists the presets of the security center', async () => {
    const v3 = (query: string) => list(`_offset=0&_limit=20&_includeSubTenants=false&${query}`, users.listUsersV3.path)
    assert.equal((await v3('_preset=mfa-unenrolled')).body._metadata.totalItems, 8)
    const { members } = kit().store
    await members.update({ userId: { in: ['mel', 'gia'] } }, { isBreachedPassword: true })
    assert.deepEqual(emails(await v3('_preset=breached-passwords')), ['mel@acme.test'])
    assert.deepEqual(emails(await v3('_preset=breached-passwords&ids=ada')), [])
    assert.deepEqual(emails(await v3('_preset=breached-passwords&ids=ada,mel')), ['mel@acme.test'])
    assert.deepEqual(emails(await v3('_preset=inactive&_maxInactiveSeconds=7776000')), [])
    await members.update({ userId: 'tom' }, { lastLogin: 5 })
    await members.update({ userId: 'rea' }, { createdAt: 5 })
    const inactive = '_preset=inactive&_maxInactiveSeconds=7776000'
    assert.deepEqual(emails(await v3(inactive)), ['rea@acme.test', 'tom@acme.test'])
    assert.deepEqual(emails(await v3(`${inactive}&_email=rea`)), ['rea@acme.test'])
    // An open invitation gives no access.
    await members.update({ userId: { in: ['tom', 'mel'] } }, { activated: false })
    assert.deepEqual(emails(await v3(inactive)), ['rea@acme.test'])
    assert.deepEqual(emails(await v3('_preset=breached-passwords')), [])
    assert.equal((await v3('_preset=mfa-unenrolled')).body._metadata.totalItems, 6)
  })

  it('sorts users by each of the eight fields, both ways', async () => {
    await kit().store.members.update({ userId: 'mel' }, { provider: 'google', verified: false })
    const fields = ['createdAt', 'name', 'email', 'id', 'verified', 'isLocked', 'provider', 'tenantId'] as const
    const sorted = async (path: string, names: readonly [sort: string, order: string], field: string) => {
      const paging = path === MEMBERS ? 'offset=0&limit=50' : '_offset=0&_limit=50&_includeSubTenants=false'
      const valuesOf = async (order: string) => {
        const { body } = await list(`${paging}&${names[0]}=${field}&${names[1]}=${order}`, path)
        return body.items.map((user: Record<string, unknown>) => String(user[field])) as string[]
      }
      const up = await valuesOf('ASC')
      assert.equal(up.length, 9)
      assert.deepEqual(up, [...up].sort(), `${path} by ${field}`)
      assert.deepEqual(await valuesOf('DESC'), [...up].sort().reverse(), `${path} by ${field}, descending`)
    }
    await kit().store.users.update({ id: 'mel' }, { verified: false })
    for (const field of fields) {
      await sorted(MEMBERS, ['sort', 'order'], field)
      await sorted(users.listUsersV2.path, ['_sortBy', '_order'], field)
      await sorted(users.listUsersV3.path, ['_sortBy', '_order'], field)
    }
  })

  it('refuses list queries out of range', async () => {
    for (const query of [
      '_limit=0',
      '_limit=100000',
      '_offset=-1',
      '_offset=x',
      '_sortBy=passwordHash',
      '_order=UP',
      '_includeSubTenants=maybe',
    ]) {
      assert.equal((await list(query)).status, 400, query)
    }
    assert.equal((await list('_offset=0&_limit=5&_tenantId=globex', users.listUsersV3.path)).status, 403)
  })

  it('assigns roles by user id, but no roles of other tenants', async () => {
    const response = await list('ids=max,gia', users.getUsersRoles.path)
    assert.deepEqual(
      response.body.map(({ userId, roleIds }: { userId: string; roleIds: string[] }) => [userId, roleIds]),
      [['max', ['member']]],
    )
    assert.deepEqual((await list('ids=max', users.getUsersGroups.path)).body[0].groupIds, [])
  })

  it('lists members by status, role and factor in one sorted page with our own call', async () => {
    await kit().store.members.update({ userId: 'tom' }, { activated: false })
    const ours = (query: string) => list(`offset=0&limit=20&sort=email&order=ASC&${query}`, MEMBERS)
    assert.deepEqual(emails(await ours('status=locked,invited')), ['leo@acme.test', 'tom@acme.test'])
    assert.deepEqual(emails(await ours('status=active&roleId=admin,reader')), ['ada@acme.test', 'rea@acme.test'])
    const app = await ours('factor=app')
    assert.deepEqual([emails(app), app.body.items[0].secondFactor], [['mia@acme.test'], 'app'])
    const all = await list('offset=1&limit=4&sort=email&order=DESC&status=active,locked,invited', MEMBERS)
    assert.deepEqual([all.body.items.length, all.body._metadata.totalItems], [4, 9])
  })

  it('changes roles, clears them all for a single empty string, and renames members', async () => {
    const token = await ada()
    const put = (body: object) => kit().call('PUT', TEAM, { token, body })
    const changed = await put({ id: 'mel', roleIds: ['reader', 'settings'], name: 'Mel B' })
    assert.deepEqual([changed.body.item.roleIds.sort(), changed.body.item.name], [['reader', 'settings'], 'Mel B'])
    assert.deepEqual((await put({ id: 'mel', roleIds: [''] })).body.item.roleIds, [])
    assert.equal((await put({ id: 'mel', roleIds: ['nonsense'] })).status, 400)
    assert.equal((await put({ id: 'mel', roleIds: 'admin' })).status, 400)
    // Stores drop U+0000, so this id finds the role; stored, it would fail every call of the user.
    assert.equal((await put({ id: 'mel', roleIds: ['member\u0000'] })).status, 400)
    const invite = (roleId: string) => {
      const body = { email: 'nia@acme.test', name: 'Nia', provider: 'local', roleIds: [roleId] }
      return kit().call('POST', team.addUser.path, { token, body })
    }
    assert.equal((await invite('member\u0000')).status, 400)
    assert.equal((await invite('member')).status, 200)
    assert.equal((await put({ id: 'gia', roleIds: ['member'] })).status, 404)
    assert.equal(await kit().store.audits.count({ action: 'User updated' }), 2)
  })

  it('prevents users from granting permissions that they don’t have', async () => {
    const { token } = await kit().signIn('tom@acme.test')
    const put = (body: object) => kit().call('PUT', TEAM, { token, body })
    assert.equal((await put({ id: 'tom', roleIds: ['manager', 'admin'] })).status, 403)
    assert.equal((await put({ id: 'mel', roleIds: ['reader', 'member'] })).status, 200)
    const body = { email: 'new@acme.test', roleIds: ['admin'], provider: 'local' }
    assert.equal((await kit().call('POST', team.addUser.path, { token, body })).status, 403)
  })

  it('protects the last administrator, even when two remove each other at once', async () => {
    const token = await ada()
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '["member"]' })
    assert.equal((await kit().call('PUT', TEAM, { token, body: { id: 'ada', roleIds: ['member'] } })).status, 409)
    assert.equal(
      (await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'ada' }), { token })).status,
      409,
    )
    await kit().store.members.update({ userId: 'tom' }, { roleIds: '["admin"]' })
    const tom = (await kit().signIn('tom@acme.test')).token
    const both = await Promise.all([
      kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'tom' }), { token }),
      kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'ada' }), { token: tom }),
    ])
    assert.ok(both.some(({ status }) => status !== 200))
    assert.equal(await kit().store.members.count({ tenantId: 'acme', roleIds: { contains: '"admin"' } }), 1)
  })

  it('removes a member at once, and the account with the last membership', async () => {
    const token = await ada()
    const mel = await kit().signIn('mel@acme.test')
    const max = await kit().signIn('max@multi.test')
    assert.equal(
      (await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'mel' }), { token })).status,
      200,
    )
    assert.equal((await kit().call('GET', session.getMe.path, { token: mel.token })).status, 401)
    assert.equal(
      (await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'max' }), { token })).status,
      200,
    )
    assert.equal((await kit().call('GET', session.getMe.path, { token: max.token })).status, 403)
    assert.equal((await kit().login('max@multi.test')).body.tenantId, 'globex')
    assert.equal(
      (await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'gia' }), { token })).status,
      404,
    )
  })

  it('unlocks a member of the caller’s tenant', async () => {
    const token = await ada()
    assert.equal(
      (await kit().call('POST', fillPath(members.unlockMember.path, { userId: 'leo' }), { token })).status,
      200,
    )
    assert.equal((await kit().login('leo@acme.test')).status, 200)
    assert.equal(
      (await kit().call('POST', fillPath(members.unlockMember.path, { userId: 'gia' }), { token })).status,
      404,
    )
  })

  it('ends temporary access in time, and makes it permanent', async () => {
    const token = await ada()
    const path = fillPath(team.extendTemporaryUser.path, { userId: 'mel' })
    const mel = await kit().signIn('mel@acme.test')
    assert.equal((await kit().call('PUT', path, { token, body: { expirationInSeconds: 60 } })).status, 200)
    kit().time.now += 61_000
    assert.equal((await kit().call('GET', session.getMe.path, { token: mel.token })).status, 403)
    assert.equal((await kit().call('DELETE', path, { token, body: {} })).status, 200)
    assert.equal((await kit().call('GET', session.getMe.path, { token: mel.token })).status, 200)
    assert.equal((await kit().call('PUT', path, { token, body: { expirationInSeconds: -1 } })).status, 400)
    assert.equal((await kit().call('GET', team.getTemporaryUserConfig.path, { token })).body.enabled, true)
  })

  it('prevents temporary members from removing their own time limit, here or in a sub-account', async () => {
    const { store, time } = kit()
    await store.members.update({ userId: 'ada', tenantId: 'acme' }, { temporaryUntil: time.now + 3_600_000 })
    const token = await ada()
    const path = fillPath(team.extendTemporaryUser.path, { userId: 'ada' })
    assert.equal((await kit().call('DELETE', path, { token, body: {} })).status, 409)
    assert.equal((await kit().call('PUT', path, { token, body: { expirationInSeconds: 36_000 } })).status, 409)
    await store.tenants.insert(aTenantRecord({ id: 'child', parentId: 'acme' }))
    const link = { id: 'acme/child', ancestorId: 'acme', tenantId: 'child', depth: 1, name: 'Child', createdAt: 0 }
    await store.accountLinks.insert(link)
    const body = { users: [{ email: 'ada@acme.test' }], tenantId: 'child', roleIds: ['admin'] }
    assert.equal((await kit().call('POST', subTenants.addUsers.path, { token, body })).status, 200)
    assert.equal((await store.members.find({ tenantId: 'child' }))?.temporaryUntil, time.now + 3_600_000)
  })

  it('sends an activation email again three times in an hour', async () => {
    await kit().store.users.update({ id: 'mel' }, { verified: false })
    const token = await ada()
    const path = fillPath(team.resendActivation.path, { userId: 'mel' })
    const byAdmin = async () => (await kit().call('POST', path, { token, body: {} })).status
    const byUser = async (email: string) =>
      (await kit().call('POST', activation.resendActivationEmail.path, { body: { email } })).status
    for (let at = 0; at < 3; at++) {
      assert.deepEqual([await byAdmin(), await byUser('mel@acme.test'), await byUser('no@acme.test')], [200, 200, 200])
    }
    assert.deepEqual([await byAdmin(), await byUser('mel@acme.test'), await byUser('no@acme.test')], [429, 429, 429])
    assert.equal(kit().mails.length, 6)
    kit().time.now += 3_600_001
    assert.equal(await byUser('mel@acme.test'), 200)
  })

  it('responds to the reads of the team area', async () => {
    const token = await ada()
    const get = async (path: string) => (await kit().call('GET', path, { token })).body
    assert.equal((await get(`${team.listMembers.path}?pageOffset=0&pageSize=4`)).totalPages, 3)
    assert.equal((await get(team.listAssignableRoles.path)).items.length, 6)
    assert.deepEqual(await get(team.getMemberStats.path), { totalItems: 9, addedThisWeek: 9, superAdmins: 2 })
    assert.equal((await get(roles.listRoles.path)).length, 6)
    const [first] = await get(permissions.listPermissions.path)
    assert.deepEqual(first.roleIds, ['admin'])
    assert.equal((await get(permissions.listCategories.path))[0].feCategory, true)
    assert.deepEqual(await get(groups.listGroups.path), { groups: [] })
    assert.equal((await get(settings.getAccountSettings.path)).name, 'Acme')
    assert.equal((await get(policies.getLockoutPolicy.path)).maxAttempts, 5)
    assert.equal((await get(policies.getMfaPolicy.path)).enforceMFAType, 'DontForce')
    const headers = { 'frontegg-login-alias': 'acme' }
    const known = await kit().call('GET', settings.getPublicAccountSettings.path, { headers })
    assert.equal(known.body.tenantId, 'acme')
  })
}
