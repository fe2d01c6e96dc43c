import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { samlSettings, ssoConfigs, ssoConnections } from '../../contract/sso.ts'
import { ssoRowsOf, workingConnections } from '../domain/identity/access/required-sso.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { CERTIFICATE, NEXT_CERTIFICATE } from './sso-metadata.test-kit.ts'
import { ssoTester, ssoTestResponse, startSsoTest } from './sso-test.test-kit.ts'

const MINUTE = 60_000

export const describeSsoTest = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })
  beforeEach(() => connectSaml(kit(), keys, { enabled: false }))

  const as = () => ssoTester(kit())
  const start = startSsoTest
  const respond = (requestId: string, change: object = {}) => ssoTestResponse(kit(), keys, { requestId, ...change })

  it('shows the response and the resulting roles, and signs in no one', async () => {
    const send = await as()
    const sessions = await kit().store.sessions.count({})
    const { requestId, relayState, result } = await start(send)
    assert.equal((await result()).status, 'pending')
    const posted = await postSaml(kit(), respond(requestId), relayState)
    assert.deepEqual([posted.handle, posted.error], [null, null])
    const test = await result()
    assert.deepEqual(
      [test.status, test.email, test.groups, test.roleIds.sort(), test.isMember, test.problem],
      ['passed', 'new@saml.test', ['Admins', '<b>Other</b>'], ['admin', 'member'], false, null],
    )
    assert.deepEqual(test.attributes[0], { name: 'NameID', values: ['new@saml.test'] })
    assert.equal(await kit().store.users.count({ email: 'new@saml.test' }), 0)
    assert.equal(await kit().store.sessions.count({}), sessions)
  })

  it('never turns the response of a test into a sign-in', async () => {
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: true })
    const { requestId, relayState } = await start(await as())
    const started = await startSaml(kit(), 'new@saml.test')
    const response = respond(requestId)
    assert.equal(
      (await redeemSaml(kit(), { handle: response, error: null, cookie: '' }, { ...started, relayState })).status,
      400,
    )
    assert.equal((await postSaml(kit(), response, started.relayState)).handle, null)
    assert.equal(await kit().store.users.count({ email: 'new@saml.test' }), 0)
  })

  it('reports the cause when the response would be refused', async () => {
    const send = await as()
    const causes: [string, string, object][] = [
      ['audience', 'https://other.test', { audience: 'https://other.test' }],
      ['issuer', 'https://evil.test', { issuer: 'https://evil.test' }],
      ['emailDomain', 'else.test', { nameId: 'a@else.test', attributes: { email: ['a@else.test'] } }],
      ['email', 'user-1', { nameId: 'user-1', attributes: {} }],
    ]
    for (const [code, detail, change] of causes) {
      const { requestId, relayState, result } = await start(send)
      await postSaml(kit(), respond(requestId, change), relayState)
      const { status, problem } = await result()
      assert.deepEqual([status, problem], ['failed', { code, detail }])
    }
    await send(samlSettings.updateOptions, { attributes: { email: 'work-email' } }, { configId: 'saml-1' })
    const mapped = await start(send)
    await postSaml(kit(), respond(mapped.requestId), mapped.relayState)
    assert.deepEqual((await mapped.result()).problem, { code: 'mappedEmail', detail: 'work-email' })
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { publicCertificate: CERTIFICATE })
    const { requestId, relayState, result } = await start(send)
    await postSaml(kit(), respond(requestId), relayState)
    assert.equal((await result()).problem?.code, 'signature')
  })

  it('expires after ten minutes, and when a setting changes', async () => {
    const send = await as()
    const { result } = await start(send)
    kit().time.now += 11 * MINUTE
    const late = await (await as())(ssoConnections.listSsoConnectionDetails)
    assert.equal(late.body[0].test.problem.code, 'noResponse')
    const again = await start(await as())
    const { requestId, relayState } = again
    await postSaml(kit(), respond(requestId, { issuedAt: kit().time.now }), relayState)
    const changed = { publicCertificate: NEXT_CERTIFICATE }
    await (await as())(ssoConfigs.updateConfig, changed, { configId: 'saml-1' })
    assert.deepEqual((await (await as())(ssoConnections.listSsoConnectionDetails)).body[0].test, null)
    assert.ok(result)
  })

  it('expires when the mapping, encryption or a key changes, and no earlier sign-in replaces it', async () => {
    const CHANGES: [AnyEndpoint, (keyId: string) => [object | undefined, Record<string, string>]][] = [
      [samlSettings.updateOptions, () => [{ attributes: { email: 'nickname' } }, { configId: 'saml-1' }]],
      [samlSettings.updateOptions, () => [{ requireEncryption: true }, { configId: 'saml-1' }]],
      [samlSettings.removeKey, (id) => [undefined, { id }]],
    ]
    const send = await as()
    await send(samlSettings.addKey, undefined, {})
    const { id } = (await send(samlSettings.addKey, undefined, {})).body
    const { body: connection } = await send(ssoConnections.listSsoConnectionDetails)
    for (const [endpoint, change] of CHANGES) {
      const test = JSON.stringify({ ...connection[0].test, id: 't', status: 'passed' })
      await kit().store.ssoSetups.delete({ id: 'saml-1' })
      const at = { createdAt: 1, updatedAt: 1, lastSignInAt: kit().time.now }
      await kit().store.ssoSetups.insert({ id: 'saml-1', tenantId: 'acme', ...EMPTY_SETUP, ...at, test })
      const works = async () => workingConnections(await ssoRowsOf(kit().store, 'acme')).size
      kit().time.now += 1_000
      assert.equal(
        (await send(samlSettings.updateOptions, { logoutBinding: 'post' }, { configId: 'saml-1' })).status,
        200,
      )
      assert.equal(await works(), 1, 'how users sign out is no part of a sign-in')
      const { status, body } = await send(endpoint, ...change(id))
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await send(ssoConnections.listSsoConnectionDetails)).body[0].test, null)
      assert.equal(await works(), 0)
    }
  })

  it('keeps the details of a connection: status, certificates, failures and the last sign-in', async () => {
    const send = await as()
    const details = async () => (await send(ssoConnections.listSsoConnectionDetails)).body[0]
    await send(ssoConnections.updateSsoConnectionDetails, { name: ' Staff ' })
    await send(ssoConfigs.updateConfig, { enabled: true }, { configId: 'saml-1' })
    assert.deepEqual(
      [(await details()).name, (await details()).status, (await details()).certificates[0].subject],
      ['Staff', 'enabled', 'CN=idp'],
    )
    const bad = await startSaml(kit(), 'new@saml.test')
    await postSaml(kit(), respond('_wrong'), bad.relayState)
    const good = await startSaml(kit(), 'new@saml.test')
    assert.equal(
      (await redeemSaml(kit(), await postSaml(kit(), respond(good.requestId), good.relayState), good)).status,
      200,
    )
    assert.equal((await details()).failuresThisWeek, 1)
    assert.equal((await details()).lastSignInAt, new Date(kit().time.now).toISOString())
    await send(ssoConfigs.updateConfig, { enabled: false }, { configId: 'saml-1' })
    assert.equal((await details()).status, 'disabled')
  })

  it('reads certificates without storing them', async () => {
    const send = await as()
    const { body } = await send(ssoConnections.readSsoCertificates, { text: CERTIFICATE + NEXT_CERTIFICATE }, {})
    assert.deepEqual(
      body.certificates.map(({ subject }: { subject: string }) => subject),
      ['CN=idp.company.test', 'CN=next.company.test'],
    )
    assert.match(body.certificates[0].fingerprint, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    assert.equal((await send(ssoConnections.readSsoCertificates, { text: 'nothing' }, {})).status, 400)
  })
}
