import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { type Credentials, createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { login } from '../../contract/login.ts'
import type { Kit } from './kit.test-kit.ts'
import { connectSaml, factsFor, postSaml, samlForgeries, samlPostLogin, startSaml } from './saml-forgeries.test-kit.ts'

const MINUTE = 60_000

/** Signing in by SAML (RELIABILITY row 43). */
export const describeSaml = (kit: () => Kit): void => {
  let keys: Credentials
  let strangers: Credentials
  before(async () => {
    keys = await createCredentials('idp')
    strangers = await createCredentials('idp')
  })
  beforeEach(() => connectSaml(kit(), keys))

  const respond = async (email?: string, change: object = {}) => {
    const started = await startSaml(kit(), email)
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}`, ...change }
    return { started, response: samlResponse(facts, keys) }
  }

  it('takes a signed assertion and makes the account with the roles of its groups', async () => {
    const { started, response } = await respond('new@saml.test', {
      attributes: { email: ['new@saml.test'], name: ['New Person'], groups: ['Admins'] },
    })
    const query = await postSaml(kit(), response, started.relayState)
    const answer = await samlPostLogin(kit(), query.get('SAMLResponse') ?? '', started)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const user = await kit().store.users.find({ email: 'new@saml.test' })
    assert.deepEqual([user?.name, user?.verified, user?.passwordHash], ['New Person', true, null])
    const member = await kit().store.members.find({ tenantId: 'acme', userId: user?.id ?? '' })
    assert.deepEqual(JSON.parse(member?.roleIds ?? '').sort(), ['admin', 'member'])
  })

  it('refuses everything forged, rearranged, misdirected or out of time', async () => {
    const started = await startSaml(kit())
    const forgeries = samlForgeries(kit(), started, { keys, strangers })
    for (const [name, response] of forgeries) {
      const query = await postSaml(kit(), response, started.relayState)
      assert.equal(query.get('SAMLResponse'), null, name)
      assert.equal((await samlPostLogin(kit(), response || 'x'.repeat(200), started)).status >= 400, true, name)
      await kit().store.attempts.delete({})
    }
    assert.equal(await kit().store.sessions.count({}), 0)
    // The request is still open: none of them used it up.
    const good = samlResponse(factsFor(kit(), started), keys)
    assert.ok((await postSaml(kit(), good, started.relayState)).get('SAMLResponse'))
  })

  it('takes an assertion once, its handle once, and the handle for a minute', async () => {
    const { started, response } = await respond()
    const handle = (await postSaml(kit(), response, started.relayState)).get('SAMLResponse') ?? ''
    assert.equal((await postSaml(kit(), response, started.relayState)).get('error'), 'access_denied')
    assert.equal((await samlPostLogin(kit(), handle, { ...started, cookie: '' })).status, 400)
    assert.equal((await samlPostLogin(kit(), handle, started)).status, 200)
    assert.equal((await samlPostLogin(kit(), handle, started)).status, 400)
    const late = await respond()
    const old = (await postSaml(kit(), late.response, late.started.relayState)).get('SAMLResponse') ?? ''
    assert.notEqual(old, '')
    kit().time.now += MINUTE
    assert.equal((await samlPostLogin(kit(), old, late.started)).status, 400)
  })

  it('takes what the provider began only where that is allowed, and once', async () => {
    const facts = factsFor(kit(), { requestId: '' })
    const { inResponseTo: _none, ...unasked } = facts
    const response = samlResponse(unasked, keys)
    assert.equal((await postSaml(kit(), response, '')).get('error'), 'access_denied')
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { allowIdpInitiated: true })
    assert.ok((await postSaml(kit(), response, '')).get('SAMLResponse'))
    assert.equal((await postSaml(kit(), response, '')).get('error'), 'access_denied')
  })

  it('lets a provider speak for its own domain alone', async () => {
    const { started, response } = await respond('eve@saml.test', {
      nameId: 'ada@acme.test',
      attributes: { email: ['ada@acme.test'] },
    })
    const handle = (await postSaml(kit(), response, started.relayState)).get('SAMLResponse') ?? ''
    assert.equal((await samlPostLogin(kit(), handle, started)).status, 403)
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { skipEmailDomainValidation: true })
    const again = await respond('eve@saml.test', {
      nameId: 'max@multi.test',
      attributes: { email: ['max@multi.test'] },
    })
    const second = (await postSaml(kit(), again.response, again.started.relayState)).get('SAMLResponse') ?? ''
    assert.equal((await samlPostLogin(kit(), second, again.started)).status, 403, 'a member of another account too')
  })

  it('asks nobody who came through a provider to enrol where the policy says so', async () => {
    const value = JSON.stringify({ enforceMFAType: 'ForceExceptSAML' })
    const row = { id: 'p-mfa', tenantId: 'acme', kind: 'mfa', value, createdAt: 0, updatedAt: 0 }
    await kit().store.policies.insert(row)
    const { started, response } = await respond()
    const handle = (await postSaml(kit(), response, started.relayState)).get('SAMLResponse') ?? ''
    assert.equal((await samlPostLogin(kit(), handle, started)).body.mfaRequired, false)
    assert.equal((await kit().login('mel@acme.test')).body.mfaRequired, true)
  })

  it('closes with the connection', async () => {
    const { started, response } = await respond()
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false })
    assert.equal((await postSaml(kit(), response, started.relayState)).get('error'), 'access_denied')
    const body = { email: 'eve@saml.test' }
    assert.equal((await kit().call('POST', login.preLoginV1.path, { body })).status, 404)
  })
}
