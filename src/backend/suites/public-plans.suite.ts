import assert from 'node:assert/strict'
import { it } from 'node:test'
import { publicPlans } from '../../contract/billing.ts'
import { SAMPLE_BILLING } from '../sample/billing.ts'
import { billingCalls } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

export const describePublicPlans = (kit: () => Kit): void => {
  const { sell, call, signIn } = billingCalls(kit)
  const load = () => kit().call('GET', publicPlans.listPublicPlans.path)
  const [starter, growth, enterprise] = SAMPLE_BILLING.plans

  it('shows visitors only the public data of plans that the vendor marks public', async () => {
    if (!starter || !growth || !enterprise) throw new Error('The sample has three plans')
    await sell({ plans: [starter, growth, { ...enterprise, isPublic: false }] })
    const { status, body } = await load()
    assert.equal(status, 200)
    assert.deepEqual(
      body.plans.map(({ id }: { id: string }) => id),
      ['starter', 'growth'],
    )
    assert.deepEqual(body.plans[1], {
      id: 'growth',
      name: growth.name,
      description: growth.description,
      price: { currency: 'usd', amount: 4_900 },
      includes: { dashboards: 1_000, 'scheduled-reports': 200, 'audit-log': null },
    })
    assert.equal(body.defaultPlanId, 'starter')
    const text = JSON.stringify(body)
    for (const secret of ['price_demo', 'Enterprise', 'enterprise', 'allowPlan', SAMPLE_BILLING.seller.name])
      assert.ok(!text.includes(secret), `${secret} is not public`)
  })

  it('shows customers the compared features of each plan, and none if the vendor compares none', async () => {
    const token = await signIn('ada@acme.test')
    await sell({ comparedFeatures: [...(SAMPLE_BILLING.comparedFeatures ?? [])].reverse() })
    const growthOf = (plans: { id: string; features?: object }[]) => plans.find(({ id }) => id === 'growth')
    const features = [
      { key: 'audit-log', name: 'Audit log', perMonth: null },
      { key: 'scheduled-reports', name: 'Scheduled reports', perMonth: 200 },
      { key: 'dashboards', name: 'Dashboards', perMonth: 1_000 },
    ]
    assert.deepEqual(growthOf((await call(token, 'listPlans')).body)?.features, features)
    assert.deepEqual((await call(token, 'getPlan', { id: 'growth' })).body.features, features)
    assert.equal((await call(token, 'getPlan', { id: 'none' })).status, 404)
    await sell({ comparedFeatures: [] })
    assert.equal('features' in (growthOf((await call(token, 'listPlans')).body) ?? {}), false)
  })

  it('publishes only the features that the vendor compares, and no plan without a mark', async () => {
    await sell({ comparedFeatures: [{ key: 'audit-log', name: 'Audit log' }] })
    assert.deepEqual((await load()).body.features, [{ key: 'audit-log', name: 'Audit log' }])
    assert.deepEqual(
      (await load()).body.plans.map(({ includes }: { includes: object }) => includes),
      [{}, { 'audit-log': null }, { 'audit-log': null }],
    )
    const unmarked = SAMPLE_BILLING.plans.map(({ isPublic: _, ...plan }) => plan)
    await sell({ plans: unmarked })
    const { body } = await load()
    assert.deepEqual([body.plans, body.defaultPlanId], [[], null])
  })
}
