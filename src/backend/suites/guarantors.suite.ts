import assert from 'node:assert/strict'
import { it } from 'node:test'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { samlSettings, ssoConfigs, ssoConnections, ssoEnforcement, ssoSaml } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import { aGroupRecord } from '../../testing/records.ts'
import { addFactor } from '../domain/identity/mfa/factors.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { connect } from './scim.test-kit.ts'
import { METADATA_URL, NEXT_CERTIFICATE, SAML_METADATA } from './sso-metadata.test-kit.ts'

const ID = { configId: 'saml-1' }

export const describeGuarantors = (kit: () => Kit): void => {
  const { add, send, arriveAs, setUp, guarantor, vouch, confirm, shown, alerts, keys } = useGuaranteedConnection(kit)

  it('refuse an administrator who joined the domain of a connection that a user with fewer permissions created', async () => {
    const changed = await send('sec@acme.test', ssoConfigs.updateConfig, ID, { ssoEndpoint: 'https://mine.test/sso' })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    const boss = await add('boss', ['admin'])
    const plain = await add('plain', ['member'])
    const refused = await arriveAs(boss)
    assert.equal(refused.status, 403)
    assert.match(refused.body.errors[0], /must confirm this single sign-on connection/)
    assert.equal(await kit().store.sessions.count({ userId: 'boss' }), 0)
    assert.equal((await arriveAs(plain)).status, 200, 'everyone else signs in as before')
    const [row] = await kit().store.audits.list({ tenantId: 'acme', action: 'Sign-in refused' })
    assert.deepEqual([row?.severity, row?.email], ['High', boss])
    assert.deepEqual(
      alerts()
        .map(({ to }) => to)
        .sort(),
      ['ada@acme.test', boss, 'tom@acme.test'],
    )
    assert.deepEqual(
      [(await shown()).problem, (await shown()).guarantor.id, (await shown()).exceeding],
      ['exceeded', 'sec', 1],
    )
    assert.equal((await confirm('sec@acme.test')).status, 403, 'who holds less can’t confirm it')
    assert.equal((await confirm('mel@acme.test')).status, 403)
    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal(await guarantor(), 'ada')
    assert.equal((await arriveAs(boss)).status, 200)
    assert.equal((await shown()).problem, null)
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'SSO connection confirmed' }), 1)
  })

  it('let only users with all permissions of its administrators end a required connection', async () => {
    const { store } = kit()
    await add('boss', ['admin'])
    const { id, ...setup } = await setUp()
    const DOORS: readonly (readonly [AnyEndpoint, Record<string, string>, object?])[] = [
      [ssoEnforcement.saveSsoEnforcement, { id: 'saml-1' }, { enforced: false, exemptUserIds: [] }],
      [ssoEnforcement.saveSsoEnforcement, { id: 'saml-1' }, { enforced: true, exemptUserIds: ['boss'] }],
      [ssoConfigs.updateConfig, ID, { enabled: false }],
      [ssoSaml.updateConfig, {}, { enabled: false }],
      [ssoConfigs.deleteDomain, { ...ID, domainId: 'd-1' }],
      [ssoConfigs.deleteConfig, ID],
    ]
    const state = async () => JSON.stringify(await Promise.all([store.ssoSetups.list({}), store.ssoDomains.list({})]))
    const before = await state()
    for (const [endpoint, path, body] of DOORS) {
      assert.equal((await send('sec@acme.test', endpoint, path, body)).status, 403, endpoint.path)
      assert.equal(await state(), before)
    }
    for (const [endpoint, path, body] of DOORS) {
      await store.ssoSetups.update({ id }, setup)
      await store.ssoConnections.update({ id }, { enabled: true })
      const { status, body: said } = await send('ada@acme.test', endpoint, path, body)
      assert.equal(status, 200, `${endpoint.path} ${JSON.stringify(said)}`)
    }
    assert.equal(await store.ssoConnections.count({ id }), 0)
  })

  it('let everyone who may delete connections end one that isn’t required', async () => {
    await add('boss', ['admin'])
    assert.equal((await send('sec@acme.test', ssoConfigs.deleteConfig, ID)).status, 200)
  })

  it('send no more than two emails a day to each administrator, however often the sign-in is tried', async () => {
    await vouch('sec')
    const boss = await add('boss', ['admin'])
    for (let at = 0; at < 4; at += 1) assert.equal((await arriveAs(boss)).status, 403)
    assert.equal(alerts().filter(({ to }) => to === 'ada@acme.test').length, 2)
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'Sign-in refused' }), 4)
  })

  it('count with their current permissions, however the user became an administrator', async () => {
    await vouch('ada')
    const boss = await add('boss', ['member'])
    assert.equal((await arriveAs(boss)).status, 200)
    await kit().store.members.update({ userId: 'ada', tenantId: 'acme' }, { roleIds: '["member"]' })
    assert.equal((await arriveAs(boss)).status, 200, 'no administrator')
    const group = { id: 'chiefs', tenantId: 'acme', name: 'Chiefs', roleIds: '["reader"]' }
    await kit().store.groups.insert(aGroupRecord(group))
    await kit().store.members.update({ userId: 'boss' }, { groupIds: '["chiefs"]' })
    assert.equal((await arriveAs(boss)).status, 403)
    await kit().store.members.update({ userId: 'ada', tenantId: 'acme' }, { roleIds: '["admin"]' })
    assert.equal((await arriveAs(boss)).status, 200)
    await kit().store.users.update({ id: 'boss' }, { superUser: true })
    assert.equal((await arriveAs(boss)).status, 403, 'the vendor’s staff may do more than any administrator')
  })

  it('are an administrator of the account if a connection of an older release has none', async () => {
    await vouch(null)
    const boss = await add('boss', ['admin'])
    const deputy = await add('deputy', ['manager'])
    for (const email of [boss, deputy]) assert.equal((await arriveAs(email)).status, 200)
    const { guarantor: named, problem } = await shown()
    assert.deepEqual([named.id, problem], ['ada', null])
    const listed = await send('ada@acme.test', guarantees.listGuaranteed, {}, undefined)
    assert.equal(listed.status, 400, 'of whom it is asked')
  })

  it('grant new users no roles that they couldn’t assign themselves', async () => {
    const groups = JSON.stringify([{ id: 'g', group: 'Admins', roleIds: ['admin', 'reader'] }])
    await kit().store.ssoConnections.update({ id: 'saml-1' }, { groups, roleIds: '["member"]', guarantorId: 'tom' })
    const enter = async (email: string) => {
      const started = await startSaml(kit(), email)
      const attributes = { email: [email], groups: ['Admins'] }
      const facts = { ...factsFor(kit(), started, email), attributes, assertionId: `_${started.relayState}` }
      assert.equal(
        (await redeemSaml(kit(), await postSaml(kit(), samlResponse(facts, keys()), started.relayState), started))
          .status,
        200,
      )
      return JSON.parse((await kit().store.members.find({ tenantId: 'acme', email }))?.roleIds ?? '').sort()
    }
    assert.deepEqual(await enter('one@saml.test'), ['member', 'reader'])
    assert.equal((await shown()).problem, 'withheld')
    await kit().store.members.delete({ tenantId: 'acme', userId: 'tom' })
    assert.deepEqual(await enter('two@saml.test'), [])
    assert.equal((await shown()).problem, 'exceeded', 'by the first of them, who got a role that administrates')
    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.deepEqual(await enter('three@saml.test'), ['admin', 'member', 'reader'])
  })

  /** Every change of whom a connection trusts, and of each of its URLs. */
  const CHANGES: readonly (readonly [
    what: string,
    endpoint: AnyEndpoint,
    path: Record<string, string>,
    body?: object,
  ])[] = [
    ['the sign-out URL', samlSettings.updateOptions, ID, { logoutUrl: 'https://mine.test/logout' }],
    ['the attributes', samlSettings.updateOptions, ID, { attributes: { email: 'manager' } }],
    ['the sign-in URL', ssoConfigs.updateConfig, ID, { ssoEndpoint: 'https://mine.test/sso' }],
    ['the certificate', ssoConfigs.updateConfig, ID, { publicCertificate: NEXT_CERTIFICATE }],
    ['the metadata URL', ssoConfigs.updateConfigByMetadataUrl, ID, { url: METADATA_URL }],
    ['the metadata', ssoConfigs.updateConfigByMetadata, ID, { metadata: SAML_METADATA }],
    ['the metadata by the call for one connection', ssoSaml.updateByMetadata, {}, { metadata: SAML_METADATA }],
    [
      'the sign-in URL by the call for one connection',
      ssoSaml.updateConfig,
      {},
      { enabled: true, ssoEndpoint: 'https://mine.test/sso' },
    ],
    [
      'the certificate by the call for one connection',
      ssoSaml.updateConfig,
      {},
      { enabled: true, publicCertificate: NEXT_CERTIFICATE },
    ],
    ['its type and client', ssoConfigs.updateConfig, ID, { type: 'oidc', oidcClientId: 'mine', oidcSecret: 'secret' }],
    ['the client secret', ssoConfigs.updateConfig, ID, { oidcSecret: 'mine' }],
    ['the tolerance of clocks', samlSettings.updateOptions, ID, { clockToleranceSeconds: 300 }],
    ['the authentication of the client', samlSettings.updateOptions, ID, { clientAuthentication: 'none' }],
    ['the issuer', ssoConnections.updateSsoConnectionDetails, { id: 'saml-1' }, { idpEntityId: 'https://mine.test' }],
  ]
  for (const [what, endpoint, path, body] of CHANGES) {
    it(`are the users who change ${what}, which requires the permissions of every user of the connection`, async () => {
      await vouch('ada')
      await add('boss', ['admin'])
      const refused = await send('sec@acme.test', endpoint, path, body)
      assert.equal(refused.status, 403, JSON.stringify(refused.body))
      assert.equal(await guarantor(), 'ada')
      await kit().store.members.update({ userId: 'boss' }, { roleIds: '["member"]' })
      const changed = await send('sec@acme.test', endpoint, path, body)
      assert.equal(changed.status, 200, JSON.stringify(changed.body))
      assert.equal(await guarantor(), 'sec')
    })

    it(`aren’t replaced by a user who changes ${what} in a session that only a provider vouches for`, async () => {
      await vouch('sec')
      const { body: session } = await arriveAs(await add('una', ['sso-admin']))
      const token = String(session.accessToken)
      const changed = await kit().call(endpoint.method, fillPath(endpoint.path, path), { token, ...(body && { body }) })
      assert.deepEqual([changed.status, changed.body.code], [403, 'own-voucher-required'])
      assert.equal(await guarantor(), 'sec')
    })
  }

  it('change with the metadata URL, even if the metadata is the same, and every administrator gets an email', async () => {
    const { body: session } = await arriveAs(await add('una', ['sso-admin']))
    const mailed = () => kit().mails.filter(({ subject }) => subject.startsWith('Single sign-on of')).length
    const { method, path } = ssoConfigs.updateConfigByMetadataUrl
    const change = (token: string) => kit().call(method, fillPath(path, ID), { token, body: { url: METADATA_URL } })
    const pasted = await send('sec@acme.test', ssoConfigs.updateConfigByMetadata, ID, { metadata: SAML_METADATA })
    assert.deepEqual([pasted.status, await guarantor()], [200, 'sec'])
    const before = mailed()
    assert.equal((await change(String(session.accessToken))).body.code, 'own-voucher-required')
    assert.deepEqual([await guarantor(), mailed()], ['sec', before])
    assert.equal((await change((await kit().signIn('ada@acme.test')).token)).status, 200)
    assert.deepEqual([await guarantor(), mailed()], ['ada', before + 2])
  })

  it('prove a second factor again before the sign-out URL changes, and every administrator gets an email', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const change = () =>
      kit().call(samlSettings.updateOptions.method, fillPath(samlSettings.updateOptions.path, ID), {
        token,
        body: { logoutUrl: 'https://idp.saml.test/logout' },
      })
    await addFactor(kit().ports, 'ada', { kind: 'sms', value: { phone: '+12025550177' } })
    assert.equal((await change()).status, 401)
    await kit().store.factors.delete({ userId: 'ada' })
    assert.equal((await change()).status, 200)
    assert.equal(kit().mails.filter(({ subject }) => subject.startsWith('Single sign-on of')).length, 2)
  })

  it('are listed with what they vouch for, and can be replaced only by someone with the same permissions', async () => {
    await vouch('tom')
    const { id: directory } = await connect(kit(), { email: 'ada@acme.test' })
    await kit().store.directoryConnections.update({ id: directory }, { ownerId: 'tom' })
    await setUp({ name: 'Okta' })
    const list = async (userId: string) => {
      const { token } = await kit().signIn('ada@acme.test')
      return (await kit().call('GET', `${guarantees.listGuaranteed.path}?userId=${userId}`, { token })).body
    }
    const withGuarantor = (items: object[], userId: string) => items.map((item) => ({ ...item, userId }))
    const all = [
      { kind: 'sso-connection', id: 'saml-1', name: 'Okta', userId: 'tom' },
      { kind: 'directory', id: directory, name: 'Directory', userId: 'tom' },
    ]
    assert.deepEqual(await list('tom'), all)
    assert.deepEqual(await list('ada'), [])
    assert.deepEqual(await list('ada,tom,rea'), all, 'of several members at once')
    const tooMany = await list(Array.from({ length: 101 }, (_, at) => `u${at}`).join())
    assert.deepEqual(tooMany.errors, ['userId can have at most 100 ids'])
    const byReader = await send('rea@acme.test', guarantees.succeedGuarantor, {}, { userId: 'tom' })
    assert.deepEqual([byReader.status, byReader.body], [200, all], 'who may not change them vouches for none')
    const byAda = await send('ada@acme.test', guarantees.succeedGuarantor, {}, { userId: 'tom' })
    assert.deepEqual([byAda.status, byAda.body], [200, []])
    assert.equal((await kit().store.directoryConnections.get(directory))?.ownerId, 'ada')
    assert.deepEqual(await list('tom'), [])
    assert.deepEqual(await list('ada'), withGuarantor(all, 'ada'))
  })

  it('aren’t replaced by someone whose permissions would lock out users who can sign in now', async () => {
    await vouch('ada')
    const boss = await add('boss', ['admin'])
    await kit().store.members.update({ userId: 'sec', tenantId: 'acme' }, { roleIds: '["sso-admin","reader"]' })
    assert.equal((await confirm('sec@acme.test')).status, 403)
    const taken = await send('sec@acme.test', guarantees.succeedGuarantor, {}, { userId: 'ada' })
    assert.deepEqual([taken.status, taken.body.length, await guarantor()], [200, 1, 'ada'])
    assert.equal((await arriveAs(boss)).status, 200)
  })

  it('aren’t confirmed in other accounts, nor without a recent second factor', async () => {
    await vouch('sec')
    await add('boss', ['admin'])
    assert.equal((await confirm('gia@globex.test')).status, 404)
    assert.equal((await confirm('ada@acme.test', 'directory', 'other')).status, 404)
    assert.equal((await confirm('ada@acme.test', 'api-tokens-of-others')).status, 400)
    const { token } = await kit().signIn('ada@acme.test')
    await addFactor(kit().ports, 'ada', { kind: 'sms', value: { phone: '+12025550177' } })
    const body = { kind: 'sso-connection', id: 'saml-1' }
    assert.equal((await kit().call('POST', guarantees.confirmGuaranteed.path, { token, body })).status, 401)
  })

  /** Requires single sign-on by the connection. */
  const requireSso = async () => {
    const setup = { enforced: true, enabledAt: 1, test: '{"status":"passed"}' }
    assert.equal(await kit().store.ssoSetups.update({ id: 'saml-1' }, setup), 1, 'made by the first sign-in')
  }

  it('stay while the last administrators who can sign in do so through a connection that they vouch for', async () => {
    const boss = await add('boss', ['admin'])
    await add('chief', ['admin'])
    await kit().store.members.delete({ tenantId: 'acme', userId: 'tom' })
    await vouch('ada')
    const { token } = await kit().signIn('ada@acme.test')
    const arrived = await arriveAs(boss)
    await requireSso()
    const asBoss = String(arrived.body.accessToken)
    const takes = [
      () => kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'ada' }), { token: asBoss }),
      () => kit().call('PUT', team.updateMember.path, { token: asBoss, body: { id: 'ada', roleIds: ['reader'] } }),
      () =>
        kit().call('PUT', fillPath(team.extendTemporaryUser.path, { userId: 'ada' }), {
          token: asBoss,
          body: { expirationInSeconds: 3_600 },
        }),
    ]
    for (const take of takes) {
      const refused = await take()
      assert.equal(refused.status, 409, JSON.stringify(refused.body))
    }
    const body = { kind: 'sso-connection', id: 'saml-1' }
    assert.equal((await kit().call('POST', guarantees.confirmGuaranteed.path, { token: asBoss, body })).status, 200)
    const removed = await takes[0]?.()
    assert.equal(removed?.status, 200, JSON.stringify(removed?.body))
    assert.equal((await arriveAs(boss)).status, 200)
    assert.ok(token)
  })

  it('stay while the caller signs in through a connection that they vouch for, even if other administrators can sign in', async () => {
    const boss = await add('boss', ['admin'])
    await vouch('ada')
    const arrived = await arriveAs(boss)
    await requireSso()
    const token = String(arrived.body.accessToken)
    const remove = () => kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'ada' }), { token })
    const refused = await remove()
    assert.equal(refused.status, 409, 'Tom could still sign in')
    assert.match(refused.body.errors[0], /this user vouches for.*your own password or passkey, then try again/)
    await kit().store.ssoSetups.update({ id: 'saml-1' }, { exemptUserIds: '["boss"]' })
    assert.equal((await remove()).status, 200)
  })
}
