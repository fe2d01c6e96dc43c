import assert from 'node:assert/strict'
import { it } from 'node:test'
import { entitlements } from '../../contract/entitlements.ts'
import { isEntitledToFeature, isEntitledToPermission } from '../../entitlements/index.ts'
import { SAMPLE_CATALOG } from '../sample/portal.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const V1 = entitlements.loadEntitlementsV1.path
const V2 = entitlements.loadEntitlementsV2.path

export const describeEntitlements = (kit: () => Kit): void => {
  const load = async (email: string, path: string = V2) => {
    const { token } = await kit().signIn(email)
    const response = await kit().call('GET', path, { token })
    assert.equal(response.status, 200)
    return response.body
  }
  const sell = async (planId: string | null, expireTime = -1, extras: object[] = []) => {
    await setPolicy(kit(), 'entitlements', SAMPLE_CATALOG)
    await setPolicy(kit(), 'plan', { planId, expireTime, extras })
  }
  const expiryOf = async (feature: string) => (await load('ada@acme.test')).features[feature].expireTime

  it('returns only the user’s permission keys if the vendor sells no plans', async () => {
    const { token } = await kit().signIn('rea@acme.test')
    const { body } = await kit().call('GET', V2, { token })
    assert.deepEqual(body, { features: {}, plans: {}, permissions: { 'fe.secure.read.users': true } })
  })

  it('returns the features of the tenant’s plan for as long as the tenant has it', async () => {
    await sell('growth', kit().time.now + 60_000)
    assert.equal(await expiryOf('audit-log'), kit().time.now + 60_000)
    assert.equal(await expiryOf('sso'), null)
    await sell(null, -1, [{ feature: 'sso', expireTime: 5 }])
    assert.deepEqual([await expiryOf('audit-log'), await expiryOf('sso')], [null, 5])
    await sell('enterprise', -1, [{ feature: 'sso', expireTime: 5 }])
    assert.equal(await expiryOf('sso'), -1)
  })

  it('lists the plans whose rules may grant a feature to a user without it', async () => {
    await sell('starter')
    const rules = await load('ada@acme.test')
    assert.deepEqual(rules.features['bulk-import'].planIds, ['growth'])
    const ask = (seats: number) => isEntitledToFeature('bulk-import', rules, { custom: { seats } }).isEntitled
    assert.deepEqual([ask(24), ask(25)], [false, true])
  })

  it('responds to v1 with the decisions of v2, listing every permission', async () => {
    await sell('growth')
    const [decided, rules] = [await load('ada@acme.test', V1), await load('ada@acme.test')]
    const jwt = { id: 'ada', email: 'ada@acme.test' }
    for (const [key, result] of Object.entries(decided.features)) {
      assert.deepEqual(result, isEntitledToFeature(key, rules, { jwt }, kit().time.now), key)
    }
    for (const [key, result] of Object.entries(decided.permissions)) {
      assert.deepEqual(result, isEntitledToPermission(key, rules, { jwt }, kit().time.now), key)
    }
    assert.equal(decided.features['ai-assistant'].isEntitled, true)
    assert.equal(decided.permissions['fe.secure.read.users'].isEntitled, true)
    assert.deepEqual(decided.permissions['fe.secure.write.samlConfiguration'], {
      isEntitled: false,
      justification: 'MISSING_FEATURE',
    })
    const mel = await load('mel@acme.test', V1)
    assert.deepEqual(mel.permissions['fe.secure.read.users'], {
      isEntitled: false,
      justification: 'MISSING_PERMISSION',
    })
  })

  it('requires an authenticated caller', async () => {
    for (const path of [V1, V2]) assert.equal((await kit().call('GET', path)).status, 401)
  })
}
