import assert from 'node:assert/strict'
import { it } from 'node:test'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { aMemberRecord, aTenantRecord } from '../../testing/records.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import { claimsOf } from './entry-paths.test-kit.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

export const describeGuarantorsBelow = (kit: () => Kit): void => {
  const { add, arriveAs, cookieOf, vouch, alerts } = useGuaranteedConnection(kit)

  it('limit a user in sub-accounts too, where they may be an administrator', async () => {
    const { store } = kit()
    await vouch('sec')
    await store.tenants.insert(aTenantRecord({ id: 'below', parentId: 'acme' }))
    await store.accountLinks.insert({
      id: 'acme/below',
      ancestorId: 'acme',
      tenantId: 'below',
      depth: 1,
      name: 'Below',
      createdAt: 0,
    })
    const chief = await add('chief', ['member'])
    const inside = { id: 'below-chief', userId: 'chief', tenantId: 'below', email: chief, verified: true }
    await store.members.insert(aMemberRecord({ ...inside, roleIds: '["admin"]' }))
    const arrived = await arriveAs(chief)
    assert.equal(arrived.status, 200, JSON.stringify(arrived.body))
    const cookie = cookieOf(arrived)
    const token = String(arrived.body.accessToken)
    const body = { tenantId: 'below' }
    const scope = { 'frontegg-scoped-tenant': 'below' }
    const tries = [
      await kit().call('PUT', session.switchTenant.path, { token, cookie, body }),
      await kit().call('POST', users.getUserJwtForTenant.path, { token, cookie, body }),
      await kit().call('GET', session.getMyAuthorization.path, { token, cookie, headers: scope }),
    ]
    assert.deepEqual(
      tries.map(({ status }) => status),
      [403, 403, 403],
    )
    assert.deepEqual(
      (await store.audits.list({ tenantId: 'below', action: 'Sign-in refused' })).map((row) => [
        row.email,
        row.severity,
      ]),
      Array.from({ length: 3 }, () => [chief, 'High']),
    )
    assert.equal(alerts().filter(({ to }) => to === 'ada@acme.test').length, 2, 'and its administrators get an email')
    const kept = await kit().refresh(cookie, body)
    assert.ok(kept.status === 403 || claimsOf(String(kept.body.accessToken)).tenantId === 'acme', String(kept.status))
    await vouch('ada')
    const again = await arriveAs(chief)
    const next = { token: String(again.body.accessToken), cookie: cookieOf(again) }
    assert.equal((await kit().call('PUT', session.switchTenant.path, { ...next, body })).status, 200)
    const below = await kit().refresh(next.cookie)
    const there = { token: String(below.body.accessToken), cookie: cookieOf(below) }
    assert.equal(claimsOf(there.token).tenantId, 'below')
    await vouch('sec')
    assert.equal((await kit().call('GET', session.getMyAuthorization.path, there)).status, 401, 'it is over there')
    const home = await kit().refresh(there.cookie)
    assert.equal(claimsOf(String(home.body.accessToken)).tenantId, 'acme')
    const at = { token: String(home.body.accessToken), cookie: cookieOf(home), headers: scope }
    assert.equal((await kit().call('GET', session.getMyAuthorization.path, at)).status, 403)
    await store.members.update({ id: 'below-chief' }, { roleIds: '["member"]' })
    const plain = await kit().call('GET', session.getMyAuthorization.path, at)
    assert.equal(plain.status, 200, 'everyone else enters as before')
  })

  /** Moves the account of the connection below another one, and removes its administrators. */
  const leaveWithoutAdministrator = async (parent: object = {}) => {
    const { store } = kit()
    await store.members.update({ tenantId: 'acme', userId: { in: ['ada', 'tom'] } }, { roleIds: '["member"]' })
    await store.tenants.update({ id: 'globex' }, parent)
    await store.tenants.update({ id: 'acme' }, { parentId: 'globex' })
    await linkTenant(store, { id: 'acme', name: 'Acme', createdAt: 0 }, 'globex')
  }
  const alerted = () => [...new Set(alerts().map(({ to }) => to))].sort()

  it('have refused sign-ins reported by email to the parent account, if theirs has no administrator', async () => {
    const { store } = kit()
    await vouch('sec')
    await leaveWithoutAdministrator()
    const deputy = await add('deputy', ['reader'])
    assert.equal((await arriveAs(deputy)).status, 403)
    assert.deepEqual(alerted(), ['gia@globex.test', 'max@multi.test'], 'no one there has access below')
    kit().mails.length = 0
    kit().time.now += 24 * 3_600_000
    await store.members.update({ tenantId: 'globex', userId: 'gia' }, { subAccountAccess: true })
    assert.equal((await arriveAs(deputy)).status, 403)
    assert.deepEqual(alerted(), ['gia@globex.test'], 'who can confirm it')
  })

  it('have no refused sign-ins reported to a parent account without access to the account', async () => {
    await vouch('sec')
    await leaveWithoutAdministrator({ settings: '{"tenantType":"headquarter"}' })
    assert.equal((await arriveAs(await add('deputy', ['reader']))).status, 403)
    assert.deepEqual(alerted(), [])
  })
}
