import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { ssoConfigs, ssoEnforcement } from '../../contract/sso.ts'
import { anSsoConnectionRecord } from '../../testing/records.ts'
import { subjectsOf } from '../domain/identity/lockout-guard/subjects.ts'
import { connectionMethod } from '../domain/identity/sessions/sso-session.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import type { SsoSetupRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { CERTIFICATE, PROOF } from './sso-metadata.test-kit.ts'

const PASSED = JSON.stringify({ id: 't', status: 'passed' })

/** The two orders of two connections in the database. */
const ORDERS = [
  ['sso-a', 'sso-b'],
  ['sso-b', 'sso-a'],
] as const

/**
 * Tests several connections of one account that have verified the same domain, for example while it moves to another
 * provider.
 */
export const describeSeveralSso = (kit: () => Kit): void => {
  const connect = async (id: string, setup: Partial<SsoSetupRecord> = {}) => {
    const { store } = kit()
    const at = { createdAt: 1, updatedAt: 1 }
    const trust = { ssoEndpoint: `https://${id}.test/sso`, publicCertificate: CERTIFICATE, enabled: true, ...at }
    await store.ssoConnections.insert(anSsoConnectionRecord({ id, ...trust }))
    const domain = { connectionId: id, tenantId: 'acme', domain: 'acme.test', validated: true, createdAt: 1 }
    await store.ssoDomains.insert({ id: `domain-${id}`, ...domain })
    await store.ssoSetups.insert({ id, tenantId: 'acme', ...EMPTY_SETUP, enabledAt: 1, ...setup, ...at })
  }
  const providerOf = async () => {
    const { body } = await kit().call('POST', login.preLogin.path, { body: { email: 'mel@acme.test' } })
    return new URL(body.address).hostname
  }
  const as = async (email: string) => {
    const { token } = await kit().signIn(email)
    return (endpoint: { method: string; path: string }, path: Record<string, string>, body?: object) =>
      kit().call(endpoint.method, fillPath(endpoint.path, path), { token, ...(body && { body }) })
  }
  /** Changes a user's open session to one that began at a connection. */
  const arrivedBy = (id: string, userId: string) =>
    kit().store.sessions.update({ userId }, { amr: JSON.stringify(['fed', 'sso', connectionMethod(id)]) })
  const REQUIRE = { enforced: true, exemptUserIds: [] }

  for (const [one, other] of ORDERS) {
    it(`sends users to the one that was turned on last, and to a required one before it (${one} was first)`, async () => {
      await connect(one, { enabledAt: 1 })
      await connect(other, { enabledAt: 2 })
      assert.equal(await providerOf(), `${other}.test`)
      await kit().store.ssoSetups.update({ id: one }, { enforced: true })
      assert.equal(await providerOf(), `${one}.test`)
      await kit().store.ssoConnections.update({ id: one }, { publicCertificate: '' })
      assert.equal(await providerOf(), `${other}.test`, 'what is not set up completely counts as turned off')
    })

    it(`doesn’t count another connection as a way to sign in when one is required (${one} works)`, async () => {
      await connect(one, { test: PASSED })
      await connect(other, { enabledAt: 2 })
      const send = await as('ada@acme.test')
      const { body } = await send(ssoEnforcement.checkSsoEnforcement, { id: other }, REQUIRE)
      const ada = body.administrators.find(({ id }: { id: string }) => id === 'ada')
      assert.deepEqual([body.effect.isRefused, body.effect.caller, ada.wayIn], [true, 'now', 'none'])
      assert.equal((await send(ssoEnforcement.saveSsoEnforcement, { id: other }, REQUIRE)).status, 409)
      const working = await send(ssoEnforcement.checkSsoEnforcement, { id: one }, REQUIRE)
      assert.deepEqual([working.body.effect.isRefused, working.body.effect.caller], [false, 'signed-out'])
    })
  }

  const ENDS = {
    'turning off': [ssoConfigs.updateConfig, { configId: 'sso-b' }, { enabled: false }],
    deleting: [ssoConfigs.deleteConfig, { configId: 'sso-b' }],
    'removing the domain of': [ssoConfigs.deleteDomain, { configId: 'sso-b', domainId: 'domain-sso-b' }],
  } as const
  for (const [what, [endpoint, path, body]] of Object.entries(ENDS)) {
    it(`refuses ${what} the working one while an untested one is required, too`, async () => {
      const send = await as('ada@acme.test')
      await connect('sso-a', { enforced: true })
      await connect('sso-b', { enforced: true, enabledAt: 2, test: PASSED })
      await arrivedBy('sso-b', 'ada')
      const refused = await send(endpoint, path, body)
      assert.equal(refused.status, 409, JSON.stringify(refused.body))
      assert.match(refused.body.errors[0], /Exempt an administrator first/)
      assert.equal(await providerOf(), 'sso-b.test')
      await kit().store.ssoSetups.update({ id: 'sso-a' }, { exemptUserIds: '["ada"]' })
      assert.equal((await send(endpoint, path, body)).status, 200)
      assert.equal(await providerOf(), 'sso-a.test')
    })
  }

  it('doesn’t count an incomplete connection as a way to sign in', async () => {
    await connect('sso-a')
    const hasSso = async () =>
      (await subjectsOf(kit().ports, 'acme')).find(({ user }) => user.id === 'mel')?.methods.sso
    assert.equal(await hasSso(), true)
    await kit().store.ssoConnections.update({ id: 'sso-a' }, { publicCertificate: '' })
    assert.equal(await hasSso(), false)
  })
}

/** Tests a domain that is verified for a required connection, which its users must use from then on. */
export const describeRequiredDomain = (kit: () => Kit): void => {
  const claim = { id: 'claim', connectionId: 'sso', tenantId: 'acme', domain: 'acme.test', validated: false }
  const value = { connectionId: 'sso', domainId: 'claim' }
  const path = { configId: 'sso', domainId: 'claim' }
  beforeEach(async () => {
    const { store, internet } = kit()
    const at = { createdAt: 1, updatedAt: 1 }
    const trust = { ssoEndpoint: 'https://idp.test/sso', publicCertificate: CERTIFICATE, enabled: true, ...at }
    await store.ssoConnections.insert(anSsoConnectionRecord({ ...trust, generatedVerification: PROOF }))
    await store.ssoDomains.insert({ ...claim, createdAt: 1 })
    internet.txt.set('acme.test', [PROOF])
  })
  const require = (setup: Partial<SsoSetupRecord>) =>
    kit().store.ssoSetups.insert({
      ...EMPTY_SETUP,
      id: 'sso',
      tenantId: 'acme',
      enabledAt: 1,
      createdAt: 1,
      updatedAt: 1,
      enforced: true,
      ...setup,
    })
  const check = async (token: string) =>
    kit().call('POST', lockoutGuard.checkPolicyChange.path, { token, body: { kind: 'ssoDomain', value } })
  const verify = (token: string) => kit().call('PUT', fillPath(ssoConfigs.validateDomain.path, path), { token })
  const isVerified = async () => (await kit().store.ssoDomains.get('claim'))?.validated

  it('shows whom it signs out before it does', async () => {
    await require({ test: PASSED })
    const mel = await kit().signIn('mel@acme.test')
    const gia = await kit().signIn('gia@globex.test')
    const ada = await kit().signIn('ada@acme.test')
    const { body } = await check(ada.token)
    assert.deepEqual([body.signedOut, body.now, body.caller, body.isRefused], [2, 0, 'signed-out', false])
    assert.equal(await isVerified(), false)
    assert.equal((await verify(ada.token)).status, 200)
    const open = await Promise.all([mel, ada, gia].map(({ cookie }) => kit().refresh(cookie)))
    assert.deepEqual(
      open.map(({ status }) => status),
      [401, 401, 200],
    )
  })

  it('is refused when no administrator could sign in any more', async () => {
    await require({})
    const { token } = await kit().signIn('ada@acme.test')
    assert.deepEqual([(await check(token)).body.isRefused, (await check(token)).body.caller], [true, 'now'])
    const refused = await verify(token)
    assert.equal(refused.status, 409)
    assert.match(refused.body.errors[0], /every administrator/)
    assert.equal(await isVerified(), false)
  })

  it('locks out the caller only after the name of the account is typed', async () => {
    await require({ exemptUserIds: '["tom"]' })
    const { token } = await kit().signIn('ada@acme.test')
    assert.match((await verify(token)).body.errors[0], /lock you out/)
    const change = { kind: 'ssoDomain', value }
    const body = { change, tenantName: 'Acme' }
    assert.equal((await kit().call('POST', lockoutGuard.confirmPolicyChange.path, { token, body })).status, 200)
    assert.equal((await verify(token)).status, 200)
    assert.equal(await isVerified(), true)
  })

  it('reports that users who never verified their email can sign in again', async () => {
    await require({ test: PASSED })
    const { token } = await kit().signIn('ada@acme.test')
    await kit().signIn('mel@acme.test')
    await kit().store.users.update({ id: 'mel' }, { verified: false })
    assert.deepEqual([(await check(token)).body.signedOut, (await check(token)).body.now], [2, 0])
  })

  it('doesn’t remove access from anyone while the connection is not required', async () => {
    await require({ enforced: false })
    const { token, cookie } = await kit().signIn('ada@acme.test')
    assert.deepEqual([(await check(token)).body.caller, (await check(token)).body.signedOut], ['none', 0])
    assert.equal((await verify(token)).status, 200)
    assert.equal((await kit().refresh(cookie)).status, 200)
  })

  it('checks only domains of the caller’s account, for callers with the permission', async () => {
    await require({ test: PASSED })
    const { token } = await kit().signIn('ada@acme.test')
    await kit().store.ssoDomains.update({ id: 'claim' }, { tenantId: 'globex' })
    assert.equal((await check(token)).status, 404)
    const { token: reader } = await kit().signIn('rea@acme.test')
    assert.equal((await check(reader)).status, 403)
  })
}
