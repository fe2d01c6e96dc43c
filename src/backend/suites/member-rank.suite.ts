import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants, subTenantTree } from '../../contract/accounts.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { groups } from '../../contract/groups.ts'
import { sessions } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { roles } from '../../contract/roles.ts'
import { memberSecurity, team } from '../../contract/users.ts'
import { aGroupRecord, aMemberRecord, aRoleRecord } from '../../testing/records.ts'
import { createApiToken } from '../domain/identity/api-tokens/issue-api-token.ts'
import { addMember } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { addAccount } from './sub-accounts.test-kit.ts'

export const describeMemberRank = (kit: () => Kit): void => {
  const acts = (userId: string): readonly (readonly [method: string, path: string, body?: object])[] => [
    ['GET', fillPath(memberSecurity.getMemberSecurity.path, { userId })],
    ['PUT', team.updateMember.path, { id: userId, name: 'Renamed' }],
    ['POST', sessions.revokeUserSessions.path, { userId }],
  ]

  const statuses = async (token: string, userId: string) => {
    const found: number[] = []
    for (const [method, path, body] of acts(userId)) {
      found.push((await kit().call(method, path, { token, ...(body && { body }) })).status)
    }
    return found
  }

  it('hides sessions, names and IP addresses of users with more permissions from a team manager', async () => {
    const { token: owner } = await kit().signIn('ada@acme.test')
    const { token } = await kit().signIn('tom@acme.test')
    assert.deepEqual(await statuses(token, 'ada'), [403, 403, 403])
    assert.equal((await kit().store.members.find({ userId: 'ada' }))?.name, 'ada')
    const [method, path] = acts('mel')[0] ?? ['', '']
    assert.equal((await kit().call(method, path, { token: owner })).status, 200)
  })

  it('lets team managers act on members with no more permissions, and administrators act on team managers', async () => {
    const { token: manager } = await kit().signIn('tom@acme.test')
    assert.deepEqual(await statuses(manager, 'mel'), [200, 200, 200])
    assert.deepEqual(await statuses((await kit().signIn('ada@acme.test')).token, 'tom'), [200, 200, 200])
  })

  it('includes permissions that a member has through a group', async () => {
    await kit().store.groups.insert(aGroupRecord({ id: 'chiefs', roleIds: '["admin"]' }))
    await kit().store.members.update({ userId: 'mel', tenantId: 'acme' }, { groupIds: '["chiefs"]' })
    const { token } = await kit().signIn('tom@acme.test')
    assert.deepEqual(await statuses(token, 'mel'), [403, 403, 403])
  })

  const removal = fillPath(team.deleteMember.path, { userId: 'mel' })
  const mel = { userId: 'mel', tenantId: 'acme' }

  /** Orders of events after Tom, who manages the team, signed in and acted on Mel once. */
  const LATER: Readonly<Record<string, () => Promise<unknown>>> = {
    'the member got a role': () => kit().store.members.update(mel, { roleIds: '["admin"]' }),
    'the member got a group that gets a role afterwards': async () => {
      await kit().store.groups.insert(aGroupRecord({ id: 'chiefs', roleIds: '[]' }))
      await kit().store.members.update(mel, { groupIds: '["chiefs"]' })
      await kit().store.groups.update({ id: 'chiefs' }, { roleIds: '["admin"]' })
    },
    'the role of the member got permissions': async () => {
      const admin = await kit().store.roles.get('admin')
      await kit().store.roles.update({ id: 'member' }, { permissionIds: admin?.permissionIds ?? '' })
    },
    'the member became the vendor’s': () => kit().store.users.update({ id: 'mel' }, { superUser: true }),
    'the member was promoted and deactivated': () =>
      kit().store.members.update(mel, { roleIds: '["admin"]', disabledAt: kit().time.now }),
    'the member was promoted and locked': () =>
      kit().store.members.update(mel, { roleIds: '["admin"]', isLocked: true }),
    'the member was promoted and their access ended': () =>
      kit().store.members.update(mel, { roleIds: '["admin"]', temporaryUntil: kit().time.now - 1 }),
    'the caller lost the role': () =>
      kit().store.members.update({ userId: 'tom', tenantId: 'acme' }, { roleIds: '["member"]' }),
    'the role of the caller lost its permissions': () =>
      kit().store.roles.update({ id: 'manager' }, { permissionIds: '[]' }),
    'the caller was deactivated': () =>
      kit().store.members.update({ userId: 'tom', tenantId: 'acme' }, { disabledAt: kit().time.now }),
  }
  for (const [what, happens] of Object.entries(LATER)) {
    it(`applies the new rank to a manager with an older session and requests, even if they are repeated: ${what}`, async () => {
      const { token } = await kit().signIn('tom@acme.test')
      assert.deepEqual(await statuses(token, 'mel'), [200, 200, 200])
      await happens()
      const before = await kit().store.members.find(mel)
      const ids = ['mel', before?.id ?? '', 'mel']
      for (const id of ids) assert.deepEqual(await statuses(token, id), [403, 403, 403], id)
      const removals = await Promise.all([1, 2, 3].map(() => kit().call('DELETE', removal, { token })))
      assert.deepEqual(
        removals.map(({ status }) => status),
        [403, 403, 403],
      )
      assert.deepEqual(await kit().store.members.find(mel), before)
    })
  }

  it('ignores permissions of the host’s own product', async () => {
    const at = { createdAt: 0, updatedAt: 0 }
    const facts = { name: 'x', description: '', categoryId: 'team', ...at }
    await kit().store.permissions.insert({ id: 'p orders', key: 'orders.write', ...facts })
    await kit().store.roles.update({ id: 'member' }, { permissionIds: '["p orders"]' })
    const { token } = await kit().signIn('tom@acme.test')
    assert.deepEqual(await statuses(token, 'mel'), [200, 200, 200])
  })

  it('lets users act on themselves, but not through a token with fewer permissions', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const rename = { token, body: { id: 'ada', name: 'Ada L' } }
    assert.equal((await kit().call('PUT', team.updateMember.path, rename)).status, 200)
    const facts = { tenantId: 'acme', userId: null, kind: 'AccessToken', createdByUserId: 'ada' } as const
    const given = { ...facts, description: 'CI', roleIds: ['manager'], expiresInMinutes: null }
    const { secret } = await createApiToken(kit().ports, given)
    assert.deepEqual(await statuses(secret, 'ada'), [403, 403, 403])
    assert.deepEqual(await statuses(secret, 'mel'), [200, 200, 200])
  })

  const MANAGES_ACCOUNTS = [
    'fe.secure.delete.users',
    'fe.secure.write.usersRoles',
    'fe.secure.write.userSubTenants',
    'fe.account-hierarchy.write.subAccount',
    'fe.account-hierarchy.write.subAccountAccess',
  ]

  it('includes members who are named by the id of their invitation to another account', async () => {
    await addAccount(kit(), 'south', 'South', 'acme')
    await addMember(kit(), MANAGES_ACCOUNTS)
    await addMember(kit(), ['fe.*'], 'chief')
    const { token } = await kit().signIn('gus@acme.test')
    const email = 'chief@acme.test'
    const added = { users: [{ email }], tenantId: 'south', roleIds: ['role-gus'] }
    assert.equal((await kit().call('POST', subTenants.addUsers.path, { token, body: added })).status, 200)
    const invitation = await kit().store.members.find({ tenantId: 'south', email })
    const before = await kit().store.members.find({ tenantId: 'acme', email })
    for (const userId of ['chief', invitation?.id ?? '']) {
      const here = { tenantId: 'acme', roleIds: [] }
      const access = fillPath(subTenants.setSubAccountAccess.path, { userId })
      const roles = fillPath(subTenants.setUserRoles.path, { userId })
      const acts = [
        kit().call('DELETE', subTenants.removeUserFromTenants.path, { token, body: { userId, subTenants: [here] } }),
        kit().call('PATCH', roles, { token, body: { subTenantsRoles: [here] } }),
        kit().call('PUT', access, { token, body: { allowAccess: false } }),
      ]
      assert.deepEqual(
        (await Promise.all(acts)).map(({ status }) => status),
        [403, 403, 403],
      )
    }
    const again = { users: [{ email }], tenantId: 'acme', roleIds: ['role-gus'], allowSubAccountAccess: true }
    assert.equal((await kit().call('POST', subTenants.addUsers.path, { token, body: again })).status, 403)
    assert.deepEqual(await kit().store.members.find({ tenantId: 'acme', email }), before)
  })

  it('includes members of the accounts that a call changes, whatever other accounts its body names', async () => {
    await addMember(kit(), MANAGES_ACCOUNTS)
    await addMember(kit(), ['fe.*'], 'chief')
    const { token } = await kit().signIn('gus@acme.test')
    const path = fillPath(subTenants.setUserRoles.path, { userId: 'chief' })
    for (const ignored of [[], [{ tenantId: 'globex' }]]) {
      const body = { subTenantsRoles: [{ tenantId: 'acme', roleIds: [] }], subTenants: ignored }
      assert.equal((await kit().call('PATCH', path, { token, body })).status, 403)
    }
  })

  const GROUP = { groupId: 'chiefs' }
  const ROLE = { roleId: 'boss' }
  const CHANGES: readonly (readonly [AnyEndpoint, object, object?])[] = [
    [groups.removeRoles, GROUP, { roleIds: ['boss'] }],
    [groups.deleteGroup, GROUP],
    [groups.updateConfiguration, {}, { rolesEnabled: false }],
    [roles.attachPermissions, ROLE, { permissionIds: [] }],
    [roles.deleteRole, ROLE],
  ]
  const codeOf = async (token: string, [endpoint, path, body]: (typeof CHANGES)[number]) => {
    const given = { token, ...(body && { body }) }
    return (await kit().call(endpoint.method, fillPath(endpoint.path, path as never), given)).body.code
  }
  const addChiefs = async (facts: object = {}) => {
    await kit().store.roles.insert(aRoleRecord({ id: 'boss', tenantId: 'acme', level: 9, permissionIds: '["p fe.*"]' }))
    await kit().store.groups.insert(aGroupRecord({ id: 'chiefs', roleIds: '["boss"]' }))
    await kit().store.members.update({ userId: 'mel', tenantId: 'acme' }, { groupIds: '["chiefs"]', ...facts })
  }
  const MANAGES_ROLES = ['delete.groups', 'write.groups', 'delete.role', 'write.updateRole'].map(
    (key) => `fe.secure.${key}`,
  )

  it('includes members who lose their permissions through a change of a group or a role', async () => {
    await addChiefs()
    await addMember(kit(), MANAGES_ROLES)
    const { token } = await kit().signIn('gus@acme.test')
    for (const change of CHANGES) assert.equal(await codeOf(token, change), 'outranked', change[0].path)
    await kit().store.members.update({ userId: 'mel', tenantId: 'acme' }, { groupIds: null })
    for (const change of CHANGES) assert.notEqual(await codeOf(token, change), 'outranked', change[0].path)
  })

  it('lets owners change roles and groups of the vendor’s own users, who keep every permission', async () => {
    await addChiefs({ roleIds: '["boss"]' })
    await kit().store.users.update({ id: 'mel' }, { superUser: true })
    await addMember(kit(), ['fe.*'], 'chief')
    const { token } = await kit().signIn('chief@acme.test')
    assert.deepEqual(await statuses(token, 'mel'), [403, 403, 403])
    for (const change of CHANGES) assert.notEqual(await codeOf(token, change), 'outranked', change[0].path)
  })

  it('lets managers change groups whose roles have no effect, but not a role that a member has', async () => {
    await addChiefs()
    await addMember(kit(), MANAGES_ROLES)
    await setPolicy(kit(), 'groups', { enabled: true, rolesEnabled: false }, 'acme')
    const { token } = await kit().signIn('gus@acme.test')
    await kit().store.members.update({ userId: 'mel', tenantId: 'acme' }, { roleIds: '["boss"]' })
    assert.equal(await codeOf(token, [roles.attachPermissions, ROLE, { permissionIds: [] }]), 'outranked')
    await kit().store.members.update({ userId: 'mel', tenantId: 'acme' }, { roleIds: '["admin"]' })
    for (const change of CHANGES) assert.notEqual(await codeOf(token, change), 'outranked', change[0].path)
  })

  it('includes members of accounts above who lose access to an account that is moved', async () => {
    for (const [id, name, parentId] of [
      ['north', 'North', 'acme'],
      ['south', 'South', 'acme'],
      ['oslo', 'Oslo', 'north'],
    ] as const)
      await addAccount(kit(), id, name, parentId)
    await addMember(kit(), MANAGES_ACCOUNTS)
    const facts = { id: 'north-kim', userId: 'kim', tenantId: 'north', email: 'kim@north.test', subAccountAccess: true }
    await kit().store.members.insert(aMemberRecord({ ...facts, roleIds: '["admin"]' }))
    const { token } = await kit().signIn('gus@acme.test')
    const move = async (parentTenantId: string, tenantId = 'oslo') => {
      const path = fillPath(subTenantTree.moveSubTenant.path, { tenantId })
      const { status, body } = await kit().call('PUT', path, { token, body: { parentTenantId } })
      return [status, body.code]
    }
    assert.deepEqual(await move('south'), [403, 'outranked'])
    assert.deepEqual(await move('globex'), [403, 'forbidden'])
    const active = { disabledAt: null, temporaryUntil: null, activated: true }
    for (const [at, ended] of [{ disabledAt: 1 }, { temporaryUntil: kit().time.now }, { activated: false }].entries()) {
      await addAccount(kit(), `shop-${at}`, `Shop ${at}`, 'north')
      await kit().store.members.update({ id: 'north-kim' }, { ...active, ...ended })
      assert.deepEqual(await move('south', `shop-${at}`), [200, undefined])
    }
    await kit().store.members.update({ id: 'north-kim' }, active)
    assert.deepEqual(await move('south'), [403, 'outranked'])
    await kit().store.members.update({ id: 'north-kim' }, { roleIds: '["member"]' })
    assert.deepEqual(await move('south'), [200, undefined])
  })

  it('shows nothing about the members of accounts that are not below the caller’s', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await kit().store.roles.update({ id: 'admin' }, { permissionIds: '["p fe.secure.write.usersRoles"]' })
    await kit().store.users.update({ id: 'gia' }, { superUser: true })
    const rolesOf = async (userId: string) => {
      const path = fillPath(subTenants.setUserRoles.path, { userId })
      const body = { subTenantsRoles: [{ tenantId: 'globex', roleIds: [] }] }
      const { status, body: refused } = await kit().call('PATCH', path, { token, body })
      return [status, refused]
    }
    assert.deepEqual(await rolesOf('gia'), await rolesOf('no-one'))
  })
}
