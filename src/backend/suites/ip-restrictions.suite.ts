import assert from 'node:assert/strict'
import { it } from 'node:test'
import { metadata } from '../../contract/metadata.ts'
import { fillPath } from '../../contract/path.ts'
import { ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import type { IpRestriction, NewIpRestriction } from '../../entities/policies.ts'
import { MAX_RULES } from '../domain/identity/restrictions/add-rules.ts'
import { HOME, ipCalls, OFFICE } from './ip-restrictions.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const CONFIG = ipRestrictions.updateIpConfig.path

export const describeIpRestrictions = (kit: () => Kit): void => {
  const { asAda, later, create, list, configure, test, lastAudit } = ipCalls(kit)

  it('stores rules in canonical form, and returns each list page by page', async () => {
    const token = await asAda()
    for (const ip of ['2001:DB8::0001', '::ffff:10.1.2.3', '10.9.9.9/8', '203.0.113.0/24', OFFICE]) {
      assert.equal((await create(token, { ip, description: ' Office ' })).status, 200, ip)
    }
    await create(token, { ip: HOME, strategy: 'BLOCK', isActive: false })
    const first = await list(token, 'ALLOW', '_offset=0&_limit=4')
    assert.deepEqual(
      first.items.map(({ ip }: IpRestriction) => ip),
      [OFFICE, '203.0.113.0/24', '10.0.0.0/8', '10.1.2.3'],
    )
    assert.deepEqual(first._metadata, { totalPages: 2, totalItems: 5 })
    const second = await list(token, 'ALLOW', '_offset=1&_limit=4')
    assert.deepEqual(
      second.items.map(({ ip, description, isActive }: IpRestriction) => [ip, description, isActive]),
      [['2001:db8::1', 'Office', true]],
    )
    for (const absent of ['undefined', 'null', ''])
      assert.deepEqual((await list(token, absent as 'ALLOW', '_offset=0&_limit=4')).items, first.items, absent)
    const blocked = await list(token, 'BLOCK')
    assert.deepEqual([blocked.items.length, blocked.items[0].isActive], [1, false])
  })

  it('refuses values that aren’t IP addresses, are too long, or are on the list already', async () => {
    const token = await asAda()
    assert.equal((await create(token, { ip: '10.0.0.1' })).status, 200)
    for (const [body, status, word] of [
      [{ ip: '10.0.0.1:80' }, 400, /port/],
      [{ ip: '010.0.0.1' }, 400, /leading zeros/],
      [{ ip: 'x'.repeat(101) }, 400, /long/],
      [{ ip: '' }, 400, /ip/],
      [{ ip: '10.0.0.2', description: 'x'.repeat(201) }, 400, /description/],
      [{ ip: '::ffff:10.0.0.1' }, 409, /already/],
      [{ ip: '10.0.0.1/32' }, 409, /already/],
    ] as const) {
      const response = await create(token, body)
      assert.equal(response.status, status, JSON.stringify(body))
      assert.match(String(response.body.errors), word)
    }
    const wrong = { ip: '10.0.0.3', strategy: 'MAYBE' } as unknown as NewIpRestriction
    assert.equal((await create(token, wrong)).status, 400)
    assert.equal((await create(token, { ip: '10.0.0.1', strategy: 'BLOCK' })).status, 200, 'the other list')
    assert.equal((await list(token)).items.length, 1)
  })

  it('reports the outcome of each pasted line', async () => {
    const token = await asAda()
    await create(token, { ip: '10.0.0.1' })
    const ips = ['10.0.0.2', '10.0.0.1', '10.0.0.2/32', 'nonsense', '10.0.0.0/33', '2001:db8::/32'].map((ip) => ({
      ip,
    }))
    later()
    const { status, body } = await kit().call('POST', ipRules.addIpRestrictions.path, { token, body: { ips } })
    assert.equal(status, 200)
    assert.deepEqual(
      body.results.map(({ ip, outcome }: { ip: string; outcome: string }) => `${ip} ${outcome}`),
      [
        '10.0.0.2 added',
        '10.0.0.1 duplicate',
        '10.0.0.2 duplicate',
        'nonsense refused',
        '10.0.0.0/33 refused',
        '2001:db8::/32 added',
      ],
    )
    assert.match(body.results[4].message, /0 to 32/)
    assert.deepEqual((await lastAudit()).after, { ips: ['ALLOW 10.0.0.2', 'ALLOW 2001:db8::/32'], count: 2 })
    const tooMany = Array.from({ length: 1_001 }, () => ({ ip: '10.0.0.1' }))
    const refused = await kit().call('POST', ipRules.addIpRestrictions.path, { token, body: { ips: tooMany } })
    assert.equal(refused.status, 400)
  })

  it('adds all lines of a list of the wire, or none', async () => {
    const token = await asAda()
    const bulk = (ips: NewIpRestriction[]) =>
      kit().call('POST', ipRestrictions.bulkCreateIpRestrictions.path, { token, body: { ips } })
    const refused = await bulk([{ ip: '10.0.0.1' }, { ip: '10.0.0.300' }])
    assert.equal(refused.status, 400)
    assert.match(refused.body.errors[0], /^10\.0\.0\.300: /)
    assert.equal((await list(token)).items.length, 0)
    // Zero-width characters, which come with copied text, are removed.
    const copied = '\u200b 10.0\u200b.0.2\u2060\n'
    assert.equal((await bulk([{ ip: '10.0.0.1' }, { ip: copied, strategy: 'BLOCK' }])).status, 200)
    assert.deepEqual([(await list(token)).items.length, (await list(token, 'BLOCK')).items.length], [1, 1])
  })

  it('enforces the maximum number of rules of an account, however many are added at once', async () => {
    const token = await asAda()
    const now = kit().time.now
    const rows = Array.from({ length: MAX_RULES - 1 }, (_, at) => ({
      id: `many-${at}`,
      tenantId: 'acme',
      ip: `10.${Math.floor(at / 65_536)}.${Math.floor(at / 256) % 256}.${at % 256}`,
      strategy: 'ALLOW' as const,
      isActive: true,
      description: '',
      createdAt: now,
      updatedAt: now,
    }))
    for (let at = 0; at < rows.length; at += 1_000) {
      await kit().store.ipRestrictions.insertMany(rows.slice(at, at + 1_000))
    }
    const responses = await Promise.all(['11.0.0.1', '11.0.0.2', '11.0.0.3'].map((ip) => create(token, { ip })))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400, 400])
    assert.match(String(responses.find(({ status }) => status === 400)?.body.errors), /at most 10,000/)
    assert.equal(await kit().store.ipRestrictions.count({ tenantId: 'acme' }), MAX_RULES)
  })

  it('changes and removes rules of the account only, and audits what they were', async () => {
    const token = await asAda()
    await create(token, { ip: '10.0.0.1', description: 'Old' })
    const [rule] = (await list(token)).items
    const path = fillPath(ipRules.updateIpRestriction.path, { id: rule.id })
    later()
    const changed = await kit().call('PATCH', path, { token, body: { isActive: false, description: 'New' } })
    assert.deepEqual([changed.status, changed.body.isActive, changed.body.description], [200, false, 'New'])
    const row = await lastAudit()
    assert.deepEqual(
      [row.action, row.before.description, row.after.description],
      ['IP restriction changed', 'Old', 'New'],
    )
    const gia = (await kit().signIn('gia@globex.test')).token
    const foreign = fillPath(ipRestrictions.deleteIpRestriction.path, { id: rule.id })
    assert.equal((await kit().call('DELETE', foreign, { token: gia })).status, 404)
    assert.equal((await kit().call('PATCH', path, { token: gia, body: { isActive: true } })).status, 404)
    later()
    assert.equal((await kit().call('DELETE', foreign, { token })).status, 200)
    assert.deepEqual([(await lastAudit()).before.ip, (await list(token)).items.length], ['10.0.0.1', 0])
    assert.equal((await kit().call('DELETE', foreign, { token })).status, 404)
  })

  it('applies from the next request on when restrictions are turned on, changed and turned off', async () => {
    const token = await asAda()
    const mel = await kit().signIn('mel@acme.test')
    const statusFrom = async (address: string) => (await kit().refresh(mel.cookie, undefined, { address })).status
    await create(token, { ip: OFFICE })
    assert.equal(await statusFrom(HOME), 200)
    assert.equal((await configure(token, { isActive: true, strategy: 'ALLOW' })).status, 200)
    assert.equal(await statusFrom(HOME), 403)
    await create(token, { ip: '198.51.100.0/24' })
    assert.equal(await statusFrom(HOME), 200)
    await create(token, { ip: HOME, strategy: 'BLOCK' })
    assert.equal(await statusFrom(HOME), 200, 'the allow list decides')
    assert.equal((await configure(token, { isActive: true, strategy: 'BLOCK' })).status, 200)
    assert.deepEqual([await statusFrom(HOME), await statusFrom('192.0.2.1')], [403, 200])
    assert.equal((await configure(token, { isActive: false })).status, 200)
    assert.equal(await statusFrom(HOME), 200)
    assert.deepEqual((await kit().call('GET', CONFIG, { token })).body, { isActive: false, strategy: 'BLOCK' })
    const row = await lastAudit()
    assert.deepEqual(
      [row.before, row.after],
      [
        { isActive: true, strategy: 'BLOCK' },
        { isActive: false, strategy: 'BLOCK' },
      ],
    )
  })

  it('turns the allow list on for a client that adds its own IP address without a list', async () => {
    const token = await asAda()
    await configure(token, { isActive: false, strategy: 'BLOCK' })
    await create(token, { ip: OFFICE, isActive: true, description: 'My IP', strategy: 'ALLOW' })
    assert.equal((await configure(token, { isActive: true })).status, 200)
    assert.deepEqual((await kit().call('GET', CONFIG, { token })).body, { isActive: true, strategy: 'ALLOW' })
  })

  it('returns the IP address of the caller, and whether it is on the allow list', async () => {
    const token = await asAda()
    const me = await kit().call('GET', metadata.getCurrentUserIp.path, { token, address: `::ffff:${OFFICE}` })
    assert.deepEqual([me.status, me.body.ip], [200, OFFICE])
    const unknown = await kit().call('GET', metadata.getCurrentUserIp.path, { token, address: 'unix' })
    assert.deepEqual([unknown.status, unknown.body.errors], [404, ['ip metadata not found']])
    const valid = async (path: string) => (await kit().call('POST', path, { token })).body.valid
    const { verifyCurrentIp, verifyCurrentIpAllowed } = ipRestrictions
    assert.deepEqual([await valid(verifyCurrentIp.path), await valid(verifyCurrentIpAllowed.path)], [false, false])
    await create(token, { ip: '203.0.113.0/24' })
    assert.deepEqual([await valid(verifyCurrentIp.path), await valid(verifyCurrentIpAllowed.path)], [true, true])
    await configure(token, { isActive: true, strategy: 'BLOCK' })
    await create(token, { ip: '198.51.100.0/24', strategy: 'BLOCK' })
    assert.deepEqual([await valid(verifyCurrentIp.path), await valid(verifyCurrentIpAllowed.path)], [true, true])
  })

  it('returns which rule decides about any IP address', async () => {
    const token = await asAda()
    await create(token, { ip: '203.0.113.0/24', description: 'Office' })
    const before = (await test(token, OFFICE)).body
    assert.deepEqual(
      [before.ip, before.isAllowed, before.isAllowedByRules, before.strategy, before.rule.description],
      [OFFICE, true, true, 'ALLOW', 'Office'],
    )
    const outside = (await test(token, HOME)).body
    assert.deepEqual([outside.isAllowed, outside.isAllowedByRules, outside.rule], [true, false, undefined])
    await configure(token, { isActive: true, strategy: 'ALLOW' })
    assert.equal((await test(token, `::ffff:${HOME}`)).body.isAllowed, false)
    await create(token, { ip: HOME, strategy: 'BLOCK', description: 'Old office' })
    await configure(token, { isActive: true, strategy: 'BLOCK' })
    const blocked = (await test(token, HOME)).body
    assert.deepEqual([blocked.isAllowed, blocked.rule.ip, blocked.rule.description], [false, HOME, 'Old office'])
    assert.equal((await test(token, '10.0.0.0/8')).status, 400)
    assert.match(String((await test(token, '10.0.0.1:80')).body.errors), /port/)
  })
}
