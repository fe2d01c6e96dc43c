import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants } from '../../contract/accounts.ts'
import { sessions } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { memberSecurity, team } from '../../contract/users.ts'
import { aGroupRecord } from '../../testing/records.ts'
import { createApiToken } from '../domain/identity/api-tokens/issue-api-token.ts'
import type { Kit } from './kit.test-kit.ts'

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
