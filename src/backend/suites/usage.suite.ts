import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { usage } from '../../contract/additions/usage.ts'
import type { EntitlementCatalogue, TenantPlan } from '../domain/entitlements/entitlement-catalogue.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const DAY = 86_400_000
const CATALOGUE: EntitlementCatalogue = {
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

  beforeEach(async () => {
    await setPolicy(kit(), 'entitlements', CATALOGUE, null)
    await setPolicy(kit(), 'plan', BOUGHT, 'acme')
    ada = (await kit().signIn('ada@acme.test')).token
  })

  it('counts uses and says what is left', async () => {
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

  it('goes on counting beyond a limit that is not hard', async () => {
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
}
