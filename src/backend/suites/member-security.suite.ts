import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { roleList } from '../../contract/roles.ts'
import { memberSecurity, members, team } from '../../contract/users.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import type { Kit } from './kit.test-kit.ts'

const securityOf = (userId: string) => fillPath(memberSecurity.getMemberSecurity.path, { userId })
const mfaOf = (userId: string) => fillPath(memberSecurity.resetMemberMfa.path, { userId })

export const describeMemberSecurity = (kit: () => Kit): void => {
  const as = async (email: string) => (await kit().signIn(email)).token
  const enroll = (userId: string) => addFactor(kit().ports, userId, { kind: 'sms', value: { phone: '+12025550100' } })
  const reset = async (userId: string, email = 'ada@acme.test') =>
    kit().call('DELETE', mfaOf(userId), { token: await as(email) })

  it('shows an administrator the second factors and sessions of a member', async () => {
    await as('mel@acme.test')
    await enroll('mel')
    const { body } = await kit().call('GET', securityOf('mel'), { token: await as('ada@acme.test') })
    assert.deepEqual([body.devices.length, body.devices[0].kind, body.isManagedHere], [1, 'sms', true])
    assert.deepEqual([body.sessions.length, body.sessions[0].current], [1, false])
    assert.ok(!JSON.stringify(body).includes('5550100'))
  })

  it('shows nothing of what a user does in other accounts', async () => {
    await enroll('max')
    const { store } = kit()
    await as('max@multi.test')
    await store.sessions.update({ userId: 'max' }, { tenantId: 'globex' })
    const { body } = await kit().call('GET', securityOf('max'), { token: await as('ada@acme.test') })
    assert.deepEqual(body, { devices: [], sessions: [], isManagedHere: false })
    const foreign = await kit().call('GET', securityOf('gia'), { token: await as('ada@acme.test') })
    assert.equal(foreign.status, 404)
  })

  it('removes the second factors of a member, forgets their browsers, emails them and writes an audit row', async () => {
    await enroll('mel')
    const sent = kit().mails.length
    assert.deepEqual((await reset('mel')).body, { count: 1 })
    const { store } = kit()
    assert.equal(await store.factors.count({ userId: 'mel' }), 0)
    assert.equal((await store.members.find({ userId: 'mel', tenantId: 'acme' }))?.mfaEnrolled, false)
    assert.equal(kit().mails.length, sent + 1)
    assert.equal(await store.audits.count({ tenantId: 'acme', action: 'Second factors reset' }), 1)
    assert.deepEqual((await reset('mel')).body, { count: 0 })
    assert.equal(kit().mails.length, sent + 1)
  })

  it('refuses a reset of one’s own factors, of users of other accounts, of higher ranks, and without the permission', async () => {
    const { store } = kit()
    for (const id of ['ada', 'max', 'tom']) await enroll(id)
    await store.users.update({ id: { in: ['ada', 'tom'] } }, { mfaEnrolled: false })
    const kept = await store.factors.count({})
    assert.equal((await reset('ada')).status, 403)
    assert.equal((await reset('max')).status, 403)
    assert.equal((await reset('gia')).status, 404)
    assert.equal((await reset('tom', 'rea@acme.test')).status, 403)
    await store.roles.update({ id: 'admin' }, { level: 0 })
    await store.roles.update({ id: 'manager' }, { level: 5 })
    assert.equal((await reset('ada', 'tom@acme.test')).status, 403)
    assert.equal(await store.factors.count({}), kept)
  })

  it('counts what the list shows with the same filter, even while invitations are open', async () => {
    const token = await as('ada@acme.test')
    const figures = async () => (await kit().call('GET', memberSecurity.getMemberFigures.path, { token })).body
    const totalOf = async (filter: string) => {
      const path = `${members.listMembers.path}?offset=0&limit=1&${filter}`
      return (await kit().call('GET', path, { token })).body._metadata.totalItems
    }
    const before = await figures()
    await kit().call('POST', team.addUser.path, {
      token,
      body: { email: 'new@acme.test', roleIds: ['manager'], provider: 'local' },
    })
    const now = await figures()
    assert.equal(now.pendingInvitations, before.pendingInvitations + 1)
    assert.deepEqual([now.joinedThisWeek, now.administrators], [before.joinedThisWeek, before.administrators])
    const filters = {
      pendingInvitations: 'status=invited',
      withoutSecondFactor: 'preset=mfa-unenrolled',
      administrators: `roleId=${now.administratorRoleIds.join()}`,
      joinedThisWeek: 'preset=joined-this-week',
    }
    for (const [figure, filter] of Object.entries(filters)) assert.equal(await totalOf(filter), now[figure], figure)
    const { body } = await kit().call('GET', `${roleList.listRoles.path}?offset=0&limit=50`, { token })
    const held = body.items.filter(({ id }: { id: string }) => now.administratorRoleIds.includes(id))
    const sum = held.reduce((total: number, { userCount }: { userCount: number }) => total + userCount, 0)
    assert.equal(sum, now.administrators)
  })
}
