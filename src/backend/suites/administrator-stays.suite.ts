import assert from 'node:assert/strict'
import { it } from 'node:test'
import { groups } from '../../contract/groups.ts'
import { selfService } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { roles } from '../../contract/roles.ts'
import { team } from '../../contract/users.ts'
import { Refusal } from '../call/refusal.ts'
import { assertAdministratorStays } from '../domain/identity/lockout-guard/administrator-stays.ts'
import { beginningTogether } from './beginning-together.test-kit.ts'
import { HOME, OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const WAY_IN = /No other administrator .*could sign in/

const tom = { userId: 'tom' }

export const describeAdministratorStays = (kit: () => Kit): void => {
  /**
   * Restricts Globex to the office. It has two administrators: Gia at home, who is now refused, and Max in the office.
   */
  const closeGlobex = async () => {
    await kit().login('gia@globex.test', PASSWORD, { address: HOME })
    kit().peer.address = OFFICE
    const { token } = await kit().signIn('max@multi.test')
    await restrict(kit(), { tenantId: 'globex', ips: [OFFICE] })
    return token
  }

  /** Gives Acme two administrators: Ada, who is signed in but can't sign in again, and Tom. */
  const strandAda = async () => {
    const { token } = await kit().signIn('ada@acme.test')
    await kit().store.users.update({ id: 'ada' }, { passwordHash: null })
    await kit().store.roles.update({ id: 'manager' }, { tenantId: 'acme' })
    return token
  }

  /** Returns every call of the portal that ends Tom's role as an administrator. */
  const takeFromTom = (token: string): readonly (() => Promise<{ status: number; body: { errors?: unknown } }>)[] => [
    () => kit().call('PUT', team.updateMember.path, { token, body: { id: 'tom', roleIds: ['member'] } }),
    () =>
      kit().call('PUT', fillPath(team.extendTemporaryUser.path, tom), { token, body: { expirationInSeconds: 3_600 } }),
    () =>
      kit().call('PUT', fillPath(roles.attachPermissions.path, { roleId: 'manager' }), {
        token,
        body: { permissionIds: ['p fe.secure.read.users'] },
      }),
    () => kit().call('DELETE', fillPath(roles.deleteRole.path, { roleId: 'manager' }), { token }),
    () => kit().call('DELETE', fillPath(team.deleteMember.path, tom), { token }),
  ]

  it('protects the last administrator inside an IP allow list, until another one was seen there', async () => {
    const token = await closeGlobex()
    const leave = () => kit().call('DELETE', fillPath(selfService.leaveTenant.path, { tenantId: 'globex' }), { token })
    const { body } = await kit().call('GET', selfService.getSelfService.path, { token })
    assert.deepEqual(
      body.memberships.map((one: { tenantId: string; blockedBy: string }) => [one.tenantId, one.blockedBy]),
      [
        ['acme', null],
        ['globex', 'only-way-in'],
      ],
    )
    const refused = await leave()
    assert.equal(refused.status, 409)
    assert.match(String(refused.body.errors), WAY_IN)
    assert.equal((await kit().login('gia@globex.test', PASSWORD, { address: OFFICE })).status, 200)
    assert.equal((await leave()).status, 200)
  })

  it('doesn’t let a user delete themselves while they are the only administrator who can sign in', async () => {
    const token = await closeGlobex()
    const body = { email: 'max@multi.test', password: PASSWORD }
    const refused = await kit().call('POST', selfService.deleteUser.path, { token, body })
    assert.equal(refused.status, 409)
    assert.match(String(refused.body.errors), /No other administrator of Globex could sign in/)
    await restrict(kit(), { tenantId: 'globex', ips: [OFFICE, HOME] })
    assert.equal((await kit().call('POST', selfService.deleteUser.path, { token, body })).status, 200)
  })

  it('protects the last administrator who can sign in from every call that would prevent it', async () => {
    const token = await strandAda()
    for (const take of takeFromTom(token)) {
      const response = await take()
      assert.equal(response.status, 409)
      assert.match(String(response.body.errors), WAY_IN)
    }
    const role = await kit().store.roles.get('manager')
    const member = await kit().store.members.get('acme-tom')
    assert.deepEqual([role?.tenantId, member?.roleIds, member?.temporaryUntil], ['acme', '["manager"]', null])
    const { passwordHash } = (await kit().store.users.get('tom')) ?? {}
    await kit().store.users.update({ id: 'ada' }, { passwordHash })
    for (const take of takeFromTom(token)) assert.equal((await take()).status, 200)
  })

  it('protects the last administrator whose group was removed after the request was read', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { body: group } = await kit().call('POST', groups.createGroup.path, { token, body: { name: 'Admins' } })
    const path = fillPath(groups.addRoles.path, { groupId: group.id })
    await kit().call('POST', path, { token, body: { roleIds: ['admin'] } })
    const { ports, store } = kit()
    await store.members.delete({ tenantId: 'acme', userId: { not: 'ada' } })
    const member = await store.members.get('acme-ada')
    assert.ok(member)
    const before = { ...member, groupIds: JSON.stringify([group.id]) }
    const change = { roleIds: ['member'], keepsGroups: true }
    const isRefused = () =>
      store
        .transaction((inside) => assertAdministratorStays({ ...ports, store: inside }, before, change))
        .then(
          () => false,
          (error: unknown) => error instanceof Refusal && error.status === 409,
        )
    assert.equal(await isRefused(), true)
    await store.members.update({ id: member.id }, { groupIds: before.groupIds })
    assert.equal(await isRefused(), false)
  })

  /** Another change that commits while a request waits for the lock of Globex: Max becomes the only administrator. */
  const promotingMaxMeanwhile = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { store } = kit()
    const { transaction } = store
    store.transaction = (inner) =>
      transaction((inside) => {
        const update: typeof inside.tenants.update = async (where, patch) => {
          if (where.id === 'globex') {
            await inside.members.update({ tenantId: 'globex', userId: 'gia' }, { roleIds: '["member"]' })
            await inside.members.update({ tenantId: 'globex', userId: 'max' }, { roleIds: '["admin"]' })
          }
          return inside.tenants.update(where, patch)
        }
        return inner({ ...inside, tenants: { ...inside.tenants, update } })
      })
    return work().finally(() => Object.assign(store, { transaction }))
  }
  const OWN_ENDS: Readonly<Record<string, (token: string) => Promise<{ status: number; body: { code?: string } }>>> = {
    'leave the account': (token) =>
      kit().call('DELETE', fillPath(selfService.leaveTenant.path, { tenantId: 'globex' }), { token }),
    'delete themselves': (token) =>
      kit().call('POST', selfService.deleteUser.path, { token, body: { email: 'max@multi.test', password: PASSWORD } }),
  }
  for (const [how, end] of Object.entries(OWN_ENDS)) {
    it(`protects a member who becomes the last administrator at the moment when they ${how}`, async () => {
      const { store } = kit()
      await store.members.update({ tenantId: 'globex', userId: 'max' }, { roleIds: '["member"]' })
      const { token } = await kit().signIn('max@multi.test')
      assert.equal((await promotingMaxMeanwhile(() => end(token))).status, 409)
      assert.equal(await store.members.count({ userId: 'max', disabledAt: null }), 2)
      assert.equal((await end(token)).status, 200)
    })
  }

  it('lets a member who leaves their two accounts at the same moment leave only one of them', async () => {
    const { store } = kit()
    await store.members.update({ userId: 'max' }, { roleIds: '["member"]' })
    const { token } = await kit().signIn('max@multi.test')
    const paths = ['acme', 'globex'].map((tenantId) => fillPath(selfService.leaveTenant.path, { tenantId }))
    const leave = () => Promise.all(paths.map((path) => kit().call('DELETE', path, { token })))
    const left = await beginningTogether(kit(), leave)
    assert.deepEqual(left.map(({ status }) => status).sort(), [200, 409])
    assert.equal(await store.members.count({ userId: 'max' }), 1)
  })

  it('keeps no user without an account when both of their memberships end at the same moment', async () => {
    const { store } = kit()
    const leave = async () => {
      const path = fillPath(selfService.leaveTenant.path, { tenantId: 'globex' })
      const { token } = await kit().signIn('max@multi.test')
      return () => kit().call('DELETE', path, { token })
    }
    const remove = async (email: string) => {
      const { token } = await kit().signIn(email)
      return () => kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'max' }), { token })
    }
    for (const others of [leave, () => remove('gia@globex.test')]) {
      await kit().reset()
      await store.members.update({ userId: 'max' }, { roleIds: '["member"]' })
      const calls = await Promise.all([remove('ada@acme.test'), others()])
      const ended = await beginningTogether(kit(), () => Promise.all(calls.map((call) => call())))
      assert.deepEqual(
        ended.filter(({ status }) => status !== 200 && status !== 409),
        [],
      )
      const remaining = await store.members.count({ userId: 'max' })
      assert.equal(await store.users.count({ id: 'max' }), remaining, JSON.stringify(ended.map(({ status }) => status)))
    }
  })

  it('allows removing administrators who could not sign in anyway', async () => {
    const token = await strandAda()
    await kit().store.users.update({ id: 'tom' }, { passwordHash: null })
    assert.equal((await kit().call('DELETE', fillPath(team.deleteMember.path, tom), { token })).status, 200)
  })
}
