import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import { lockoutGuard } from '../../contract/security.ts'
import type { IpChange } from '../../entities/policies.ts'
import { HOME, ipCalls, OFFICE, restrict } from './ip-restrictions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'

const IPS = ipRestrictions.listIpRestrictions.path
const CONFIG = ipRestrictions.updateIpConfig.path

export const describeIpGuard = (kit: () => Kit): void => {
  const { asAda, create, list, configure, check } = ipCalls(kit)

  it('refuses changes that would lock out the caller, until the name of the account is typed', async () => {
    const token = await asAda()
    await create(token, { ip: HOME })
    const value = { action: 'configure', isActive: true, strategy: 'ALLOW' } as const
    await kit().store.members.update({ id: 'acme-tom' }, { roleIds: '["admin"]' })
    await kit().login('tom@acme.test', PASSWORD, { address: HOME })
    const effect = await check(token, value)
    assert.deepEqual([effect.caller, effect.isRefused, effect.administratorsLeft], ['now', false, 1])
    const refused = await configure(token, { isActive: true, strategy: 'ALLOW' })
    assert.deepEqual([refused.status, /lock you out/.test(String(refused.body.errors))], [409, true])
    const body = { change: { kind: 'ip', value }, tenantName: 'Acme' }
    assert.equal((await kit().call('POST', lockoutGuard.confirmPolicyChange.path, { token, body })).status, 200)
    assert.equal((await configure(token, { isActive: true, strategy: 'ALLOW' })).status, 200)
    assert.equal((await configure(token, { isActive: false })).status, 403)
  })

  it('refuses changes that would leave no administrator, for every caller', async () => {
    const token = await asAda()
    await create(token, { ip: HOME })
    for (const body of [
      { isActive: true, strategy: 'ALLOW' },
      { isActive: true, strategy: 'BLOCK' },
    ]) {
      if (body.strategy === 'BLOCK') await create(token, { ip: '0.0.0.0/0', strategy: 'BLOCK' })
      const response = await configure(token, body)
      assert.equal(response.status, 409, body.strategy)
      assert.match(String(response.body.errors), /every administrator/)
    }
    assert.equal((await kit().call('GET', CONFIG, { token })).body.isActive, false)
  })

  it('does not refuse a duplicate of a rule that is turned off', async () => {
    const token = await asAda()
    await configure(token, { isActive: true, strategy: 'BLOCK' })
    await create(token, { ip: '0.0.0.0/0', strategy: 'BLOCK', isActive: false })
    const [rule] = await kit().store.ipRestrictions.list({})
    assert.deepEqual([rule?.ip, rule?.isActive], ['0.0.0.0/0', false])
    const value: IpChange = { action: 'add', ips: [{ ip: '0.0.0.0/0', strategy: 'BLOCK' }] }
    assert.deepEqual([(await check(token, value)).isRefused, (await check(token, value)).caller], [false, 'none'])
  })

  it('validates rules like the configuration', async () => {
    const token = await asAda()
    await create(token, { ip: OFFICE })
    await configure(token, { isActive: true, strategy: 'ALLOW' })
    const [rule] = (await list(token)).items
    const own = fillPath(ipRules.updateIpRestriction.path, { id: rule.id })
    assert.equal((await kit().call('PATCH', own, { token, body: { isActive: false } })).status, 409)
    assert.equal((await kit().call('DELETE', `${IPS}/${rule.id}`, { token })).status, 409)
    assert.equal((await check(token, { action: 'delete', id: rule.id })).isRefused, true)
    await create(token, { ip: '203.0.113.0/24' })
    assert.equal((await kit().call('DELETE', `${IPS}/${rule.id}`, { token })).status, 200)
    await configure(token, { isActive: false })
    await configure(token, { isActive: true, strategy: 'BLOCK' })
    assert.equal((await create(token, { ip: OFFICE, strategy: 'BLOCK' })).status, 409)
  })

  it('counts the users and API tokens that lose access, by where they were last seen', async () => {
    const token = await asAda()
    await create(token, { ip: OFFICE })
    await kit().login('mel@acme.test', PASSWORD, { address: OFFICE })
    await kit().login('tom@acme.test', PASSWORD, { address: HOME })
    await kit().login('rea@acme.test', PASSWORD, { address: OFFICE })
    await kit().login('rea@acme.test', PASSWORD, { address: HOME })
    const effect = await check(token, { action: 'configure', isActive: true, strategy: 'ALLOW' })
    const lost = effect.sample.map(({ id }: { id: string }) => id)
    assert.ok(lost.includes('tom') && !lost.includes('mel'), lost.join())
    assert.deepEqual([effect.now, effect.signedOut, effect.caller], [1, 1, 'none'])
    assert.equal((await configure(token, { isActive: true, strategy: 'ALLOW' })).status, 200)
    assert.equal((await kit().login('tom@acme.test', PASSWORD, { address: HOME })).status, 403)
  })

  it('allows looser restrictions even if some users are still outside of them', async () => {
    const token = await asAda()
    await kit().login('tom@acme.test', PASSWORD, { address: HOME })
    await restrict(kit(), { ips: [OFFICE] })
    const effect = await check(token, { action: 'add', ips: [{ ip: '192.0.2.1' }] })
    assert.deepEqual([effect.now, effect.nextSignIn, effect.isRefused], [0, 0, false])
    assert.equal((await create(token, { ip: '192.0.2.1' })).status, 200)
  })
}
