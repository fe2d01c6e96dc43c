import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { apiTokens, tokensTenant } from '../../contract/api-tokens.ts'
import { usage } from '../../contract/usage.ts'
import { aRoleRecord } from '../../testing/records.ts'
import { removeExpired } from '../adapters/clean-up.ts'
import { createBackend } from '../backend.ts'
import type { EntitlementCatalog } from '../domain/settings/entitlements.ts'
import type { TenantPlan } from '../domain/settings/plan.ts'
import { API, type Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const DAY = 86_400_000
const CATALOG: EntitlementCatalog = {
  features: [{ key: 'reports' }, { key: 'exports' }, { key: 'search' }, { key: 'sso' }],
  plans: [
    {
      id: 'growth',
      includes: ['reports', 'exports', 'search'],
      limits: [
        { feature: 'reports', perMonth: 10, isHard: true },
        { feature: 'exports', perMonth: 4 },
      ],
    },
  ],
}
const BOUGHT: TenantPlan = { planId: 'growth', expireTime: -1, extras: [] }

export const describeUsage = (kit: () => Kit): void => {
  let ada: string
  const count = (featureKey: string, quantity?: unknown, token = ada) =>
    kit().call('POST', usage.countUse.path, {
      token,
      body: { featureKey, ...(quantity !== undefined && { quantity }) },
    })
  const report = (token = ada) => kit().call('GET', usage.listUsage.path, { token })
  const featureOf = async (key: string) =>
    (await report()).body.features.find(({ featureKey }: { featureKey: string }) => featureKey === key)

  /** Returns the bearer token of the host's server, whose role holds one permission. */
  const apiToken = async (key: string): Promise<string> => {
    const { store } = kit()
    const facts = { name: key, description: '', categoryId: 'billing', createdAt: 0, updatedAt: 0 }
    await store.permissions.insert({ ...facts, id: `p ${key}`, key })
    await store.roles.insert(
      aRoleRecord({ id: `host ${key}`, key: `host ${key}`, permissionIds: JSON.stringify([`p ${key}`]) }),
    )
    const body = { description: 'Host', roleIds: [`host ${key}`], expiresInMinutes: null }
    const made = await kit().call('POST', tokensTenant.createClientCredential.path, { token: ada, body })
    const { clientId, secret } = made.body
    return (await kit().call('POST', apiTokens.exchangeApiToken.path, { body: { clientId, secret } })).body.accessToken
  }

  beforeEach(async () => {
    await setPolicy(kit(), 'entitlements', CATALOG, null)
    await setPolicy(kit(), 'plan', BOUGHT, 'acme')
    ada = (await kit().signIn('ada@acme.test')).token
  })

  it('counts uses and reports how many are left', async () => {
    assert.deepEqual((await count('reports')).body, { used: 1, limit: 10, remaining: 9 })
    assert.deepEqual((await count('reports', 3)).body, { used: 4, limit: 10, remaining: 6 })
    assert.deepEqual((await count('search', 1_000)).body, { used: 1_000, limit: null, remaining: null })
    const { used, limit, isHard, days } = await featureOf('reports')
    assert.deepEqual([used, limit, isHard, days.length, days.at(-1)], [4, 10, true, 30, 4])
    assert.equal((await featureOf('exports')).used, 0)
  })

  it('refuses uses beyond a hard limit, however many arrive at once, and counts none of them', async () => {
    const responses = await Promise.all(Array.from({ length: 25 }, () => count('reports')))
    assert.equal(responses.filter(({ status }) => status === 200).length, 10)
    assert.equal(responses.filter(({ status }) => status === 402).length, 15)
    assert.equal((await featureOf('reports')).used, 10)
    assert.deepEqual((await count('reports')).body.errors, ['Your plan includes 10 uses of reports a month.'])
  })

  it('continues counting beyond a limit that is not hard', async () => {
    assert.deepEqual((await count('exports', 6)).body, { used: 6, limit: 4, remaining: 0 })
  })

  it('begins each calendar month with the whole limit', async () => {
    const date = new Date(kit().time.now)
    kit().time.now = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1_000
    ada = (await kit().signIn('ada@acme.test')).token
    assert.equal((await count('reports', 10)).status, 200)
    assert.equal((await count('reports')).status, 402)
    kit().time.now += 2_000
    assert.deepEqual((await count('reports')).body, { used: 1, limit: 10, remaining: 9 })
    assert.deepEqual((await featureOf('reports')).days.slice(-2), [10, 1])
  })

  it('counts nothing for features that the account does not have', async () => {
    assert.equal((await count('sso')).status, 403)
    await setPolicy(kit(), 'plan', { ...BOUGHT, expireTime: kit().time.now - DAY }, 'acme')
    assert.equal((await count('reports')).status, 403)
    assert.deepEqual((await report()).body.features, [])
  })

  it('counts usage reported by API tokens with the permission, and none by members without it', async () => {
    const mel = (await kit().signIn('mel@acme.test')).token
    assert.equal((await count('reports', 1, mel)).status, 403)
    assert.equal((await count('reports', 1, await apiToken('fe.usage.read'))).status, 403)
    assert.equal((await featureOf('reports')).used, 0)
    assert.deepEqual((await count('reports', 2, await apiToken('fe.usage.write'))).body, {
      used: 2,
      limit: 10,
      remaining: 8,
    })
  })

  it('refuses quantities that are not whole and positive', async () => {
    for (const quantity of [0, -1, 1.5, '2', 1e9, null]) assert.equal((await count('reports', quantity)).status, 400)
    assert.equal((await featureOf('reports')).used, 0)
  })

  it('keeps the uses of accounts apart', async () => {
    await count('reports', 9)
    await setPolicy(kit(), 'plan', BOUGHT, 'globex')
    const gia = (await kit().signIn('gia@globex.test')).token
    assert.deepEqual((await count('reports', 1, gia)).body, { used: 1, limit: 10, remaining: 9 })
  })

  describe('sent with an idempotency key', () => {
    const keyed = (idempotencyKey: unknown, { featureKey = 'reports', quantity = 1, token = ada } = {}) =>
      kit().call('POST', usage.countUse.path, { token, body: { featureKey, quantity, idempotencyKey } })

    it('counts once and returns the first response, however often and late it is sent again', async () => {
      const first = await keyed('one')
      assert.deepEqual([first.status, first.body], [200, { used: 1, limit: 10, remaining: 9 }])
      await keyed('two')
      kit().time.now += 2 * DAY
      ada = (await kit().signIn('ada@acme.test')).token
      for (let times = 0; times < 3; times += 1) assert.deepEqual((await keyed('one')).body, first.body)
      assert.equal((await featureOf('reports')).used, 2)
    })

    it('counts once for all that arrive at once, here and at another process', async () => {
      const other = createBackend(kit().ports)
      const elsewhere = async (idempotencyKey: string) => {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ada}` }
        const body = JSON.stringify({ featureKey: 'reports', quantity: 1, idempotencyKey })
        const request = new Request(API + usage.countUse.path, { method: 'POST', headers, body })
        const response = await other(request, { address: undefined })
        return { status: response.status, body: await response.json() }
      }
      for (const key of ['one', 'two', 'three']) {
        const sent = Array.from({ length: 12 }, (_, at) => (at % 2 ? elsewhere(key) : keyed(key)))
        const responses = await Promise.all(sent)
        const [first] = responses
        for (const { status, body } of responses) assert.deepEqual([status, body], [200, first?.body])
      }
      assert.equal((await featureOf('reports')).used, 3)
    })

    it('is refused for another feature or quantity, and counts nothing', async () => {
      await keyed('one')
      for (const given of [{ quantity: 2 }, { featureKey: 'exports' }]) {
        const { status, body } = await keyed('one', given)
        assert.deepEqual(
          [status, body.errors],
          [409, ['This idempotency key was used for another feature or quantity.']],
        )
      }
      const both = await Promise.all([keyed('new', { quantity: 2 }), keyed('new', { featureKey: 'exports' })])
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
      const [reports, exports] = [await featureOf('reports'), await featureOf('exports')]
      assert.equal(reports.used + exports.used, both[0]?.status === 200 ? 3 : 2)
    })

    it('is free again after a refusal, and belongs to one account', async () => {
      assert.equal((await keyed('one', { quantity: 11 })).status, 402)
      assert.equal((await keyed('one', { quantity: 9 })).status, 200)
      await setPolicy(kit(), 'plan', BOUGHT, 'globex')
      const token = (await kit().signIn('gia@globex.test')).token
      assert.deepEqual((await keyed('one', { token })).body, { used: 1, limit: 10, remaining: 9 })
    })

    it('is refused unless it is a string of 1 to 255 characters', async () => {
      for (const key of ['', null, 7, 'x'.repeat(256)]) assert.equal((await keyed(key)).status, 400)
      assert.equal((await keyed('x'.repeat(255))).status, 200)
      assert.equal((await featureOf('reports')).used, 1)
    })

    it('is forgotten after a week', async () => {
      await keyed('one')
      const { createdAt = 0 } = (await kit().store.usageKeys.find({ tenantId: 'acme', key: 'one' })) ?? {}
      await removeExpired(kit().store, createdAt + 7 * DAY)
      assert.equal(await kit().store.usageKeys.count({ tenantId: 'acme' }), 1)
      await removeExpired(kit().store, createdAt + 7 * DAY + 1)
      assert.equal(await kit().store.usageKeys.count({ tenantId: 'acme' }), 0)
    })
  })
}
