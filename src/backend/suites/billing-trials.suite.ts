import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { entitlements } from '../../contract/entitlements.ts'
import { usage } from '../../contract/usage.ts'
import { billingCalls } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const DAY = 86_400_000
/** A feature that only Enterprise has. */
const FEATURE = 'sso'

export const describeBillingTrials = (kit: () => Kit): void => {
  const { call, signIn, sell, addCard, startTrial, notify, change, preview, planOf, paidInvoices, customerOf } =
    billingCalls(kit)
  let ada: string
  beforeEach(async () => {
    await sell()
    ada = await signIn('ada@acme.test')
  })

  const endTrial = async () => {
    kit().time.now += 14 * DAY
    kit().ledger.endPeriod(await customerOf())
    await notify()
  }

  const hasFeature = async (): Promise<[gate: boolean, usage: boolean]> => {
    const token = await signIn('ada@acme.test')
    const { features } = (await kit().call('GET', entitlements.loadEntitlementsV1.path, { token })).body
    const { body } = await kit().call('GET', usage.listUsage.path, { token })
    const used = body.features.some(({ featureKey }: { featureKey: string }) => featureKey === FEATURE)
    return [features[FEATURE]?.isEntitled === true, used]
  }

  it('keeps the features of a retained trial for as long as no plan is bought', async () => {
    await sell({ trialEnd: 'retain_trial' })
    await startTrial(ada)
    await endTrial()
    assert.deepEqual(await hasFeature(), [true, true])
    for (const days of [4, 400]) {
      kit().time.now += days * DAY
      assert.deepEqual(await hasFeature(), [true, true], `after ${days} more days`)
    }
    await sell()
    await notify()
    assert.deepEqual(await hasFeature(), [false, false], 'the vendor no longer retains trials')
  })

  it('ends the features of a running trial whose end no one reports', async () => {
    await sell({ trialEnd: 'retain_trial' })
    await startTrial(ada)
    kit().time.now += 16 * DAY
    assert.deepEqual(await hasFeature(), [true, true])
    kit().time.now += 2 * DAY
    assert.deepEqual(await hasFeature(), [false, false])
  })

  it('resumes a trial that ended without a card when a plan is bought, and leaves it unchanged when the card is declined', async () => {
    await sell({ trialEnd: 'retain_trial' })
    await startTrial(ada)
    await endTrial()
    ada = await signIn('ada@acme.test')
    const statusOf = async () => (await call(ada, 'managedListSubscriptions')).body[0].status
    await addCard(ada, 'pm_bad', 'declines')
    assert.equal((await preview(ada, 'growth')).body.amountDue, 4_900)
    assert.equal((await change(ada, 'growth', 'pm_bad')).status, 402)
    assert.deepEqual([await statusOf(), await planOf()], ['trialEnded', 'enterprise'])
    assert.deepEqual((await call(ada, 'listInvoices')).body, [])
    await addCard(ada, 'pm_good')
    assert.equal((await change(ada, 'growth', 'pm_good')).status, 200)
    assert.equal((await change(ada, 'growth', 'pm_good')).status, 200)
    assert.deepEqual([await statusOf(), await planOf(), (await paidInvoices()).length], ['active', 'growth', 1])
  })
}
