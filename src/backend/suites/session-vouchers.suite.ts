import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { ssoConfigs, ssoConnections, ssoSaml } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { aRoleRecord } from '../../testing/records.ts'
import { isVouchedFor, pausedOf } from '../domain/identity/guarantor/event-areas.ts'
import { claimsOf } from './entry-paths.test-kit.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import type { SignedIn } from './impersonation.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { aUser, scimClient } from './scim.test-kit.ts'
import { METADATA_URL, SAML_METADATA } from './sso-metadata.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'
import { webhookCalls } from './webhooks.test-kit.ts'

const DIRECTORIES = 'fe.secure.write.provisioningConfiguration'
const WEBHOOKS = 'fe.connectivity.write.webhook'
const INVITED = 'frontegg.user.invitedToTenant'

/**
 * Tests what remains of a session that only an identity provider vouches for, and what its rights are while roles and
 * guarantors change. The guarantor is an administrator of single sign-on alone.
 */
export const describeSessionVouchers = (kit: () => Kit): void => {
  const { add, arriveAs, confirm, cookieOf, guarantor, vouch, alerts } = useGuaranteedConnection(kit)

  const byProvider = async (email: string): Promise<SignedIn> => {
    const response = await arriveAs(email)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return { token: String(response.body.accessToken), cookie: cookieOf(response) }
  }
  const refreshed = async ({ cookie }: SignedIn) => {
    const response = await kit().refresh(cookie)
    return { token: String(response.body.accessToken), cookie: cookieOf(response) }
  }
  const proven = async ({ token }: SignedIn) => {
    const response = await kit().call('POST', accountEntry.provePassword.path, { token, body: { password: PASSWORD } })
    return { token: String(response.body.accessToken), cookie: cookieOf(response) }
  }
  const confirmAs = ({ token }: SignedIn, kind = 'sso-connection', id = 'saml-1') =>
    kit().call('POST', guarantees.confirmGuaranteed.path, { token, body: { kind, id } })
  const succeedAs = ({ token }: SignedIn) =>
    kit().call('POST', guarantees.succeedGuarantor.path, { token, body: { userId: 'sec' } })
  const reads = async ({ token }: SignedIn) => (await kit().call('GET', team.listMembers.path, { token })).status
  const promote = (...roleIds: string[]) =>
    kit().store.members.update({ userId: 'una' }, { roleIds: JSON.stringify(roleIds) })
  const leave = (userId: string) => kit().store.members.delete({ tenantId: 'acme', userId })

  /** Adds permissions to the role that the guarantor and the user have. */
  const widen = async (...keys: string[]) => {
    const { store } = kit()
    const held = JSON.parse((await store.roles.get('sso-admin'))?.permissionIds ?? '[]') as string[]
    const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
    for (const key of keys) {
      const known = await store.permissions.find({ key })
      if (!known) await store.permissions.insert({ id: `p ${key}`, key, name: key, ...facts })
      held.push(known?.id ?? `p ${key}`)
    }
    const permissionIds = JSON.stringify(held)
    await store.roles.update({ id: 'sso-admin' }, { permissionIds })
  }

  /** Adds a role with a permission of the vendor's product and another one. */
  const addProductRole = async (permissionId: string) => {
    const key = 'reports.read'
    const facts = { name: key, description: '', categoryId: 'x', createdAt: 0, updatedAt: 0 }
    await kit().store.permissions.insert({ id: 'p product', key, ...facts })
    const permissionIds = JSON.stringify(['p product', permissionId])
    await kit().store.roles.insert(aRoleRecord({ id: 'product', tenantId: 'acme', level: 5, permissionIds }))
  }

  const setEndpoint = ({ token }: SignedIn) =>
    kit().call('PATCH', fillPath(ssoConnections.updateSsoConnectionDetails.path, { id: 'saml-1' }), {
      token,
      body: { idpEntityId: 'https://idp.test/other' },
    })

  it('replace no guarantor of a connection until their user gives a proof of their own', async () => {
    await widen('fe.secure.read.users')
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    const refused = await confirmAs(who)
    assert.deepEqual([refused.status, refused.body.code], [403, 'own-voucher-required'])
    assert.match(refused.body.errors[0], /confirm your own password or passkey.*required, don’t sign out/)
    assert.deepEqual(
      (await succeedAs(who)).body.map(({ id }: { id: string }) => id),
      ['saml-1'],
    )
    assert.equal((await setEndpoint(who)).body.code, 'own-voucher-required')
    assert.equal(await guarantor(), 'sec')
    await promote('admin')
    assert.equal((await arriveAs(await add('boss', ['admin']))).status, 403, 'the provider signs in no one else')
    assert.equal((await confirmAs(await proven(who))).status, 200)
    assert.equal(await guarantor(), 'una')
    assert.equal((await setEndpoint(who)).status < 300, true, 'they may change what they vouch for')
  })

  it('replace a guarantor who left, because their user may have no password', async () => {
    await vouch('ada')
    const who = await byProvider(await add('boss', ['admin', 'sso-admin'], { passwordHash: null }))
    await leave('ada')
    assert.equal((await confirmAs(who)).status, 200)
    assert.equal(await guarantor(), 'boss')
  })

  it('create no connection until their user gives a proof of their own, unless a promotion would give none', async () => {
    await vouch('ada')
    const CALLS: readonly (readonly [AnyEndpoint, object])[] = [
      [ssoConfigs.createConfig, { type: 'saml' }],
      [ssoConfigs.createConfig, { type: 'oidc', oidcClientId: 'mine', oidcSecret: 'secret' }],
      [ssoConfigs.createConfigByMetadata, { metadata: SAML_METADATA }],
      [ssoConfigs.createConfigByMetadataUrl, { url: METADATA_URL }],
    ]
    const count = () => kit().store.ssoConnections.count({ tenantId: 'acme' })
    const who = await byProvider(await add('una', ['sso-admin']))
    const all = await byProvider(await add('boss', ['admin', 'sso-admin']))
    const own = await proven(await byProvider('una@saml.test'))
    for (const [{ method, path }, body] of CALLS) {
      const before = await count()
      const refused = await kit().call(method, path, { ...who, body })
      assert.deepEqual([refused.status, refused.body.code, await count()], [403, 'own-voucher-required', before])
      for (const each of [own, all]) assert.equal((await kit().call(method, path, { ...each, body })).status, 200)
      assert.equal(await count(), before + 2)
    }
    await kit().store.ssoConnections.delete({ tenantId: 'acme' })
    const { method, path } = ssoSaml.updateConfig
    const first = await kit().call(method, path, { ...who, body: { domain: 'mine.test', enabled: true } })
    assert.deepEqual([first.body.code, await count()], ['own-voucher-required', 0])
  })

  it('need no permission of the vendor’s product to replace a guarantor', async () => {
    await vouch('ada')
    await addProductRole(`p fe.secure.read.samlConfiguration`)
    const who = await byProvider(await add('boss', ['admin', 'sso-admin']))
    assert.equal((await confirmAs(who)).status, 200)
    assert.equal(await guarantor(), 'boss')
  })

  it('replace a guarantor who is no longer an administrator', async () => {
    await vouch('ada')
    await addProductRole(`p fe.secure.read.userApiTokens`)
    const who = await byProvider(await add('una', ['sso-admin']))
    assert.equal((await confirmAs(who)).status, 403)
    await kit().store.members.update({ tenantId: 'acme', userId: 'ada' }, { roleIds: '["product"]' })
    assert.equal((await confirmAs(who)).status, 200)
    assert.equal(await guarantor(), 'una')
  })

  it('create directories that gain no rights when their user is promoted', async () => {
    await widen(DIRECTORIES)
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    await add('boss', ['admin'])
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const made = await kit().call('POST', provisioning.createConnection.path, { ...who, body })
    const scim = scimClient(kit(), made.body.token)
    const deactivate = () => scim('POST', 'Users', { body: aUser('boss@saml.test', { active: false }) })
    assert.equal((await deactivate()).status, 403)
    await promote('admin', 'sso-admin')
    assert.equal((await deactivate()).status, 403)
    const listed = await kit().call(
      'GET',
      `${guarantees.listGuaranteed.path}?userId=una`,
      await kit().signIn('una@saml.test'),
    )
    assert.deepEqual(
      listed.body.map(({ kind, userId }: { kind: string; userId: string }) => [kind, userId]),
      [['directory', 'una']],
    )
    assert.equal((await confirm('una@saml.test', 'directory', made.body.id)).status, 200)
    assert.equal((await deactivate()).status, 201, 'their own proof covers it')
  })

  it('rotate the token of a directory, and the audit log names the connection as well', async () => {
    await widen(DIRECTORIES)
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const { id } = (await kit().call('POST', provisioning.createConnection.path, { ...who, body })).body
    const path = fillPath(provisioningConnections.rotateToken.path, { id })
    assert.equal((await kit().call(provisioningConnections.rotateToken.method, path, who)).status, 200)
    const [entry] = await kit().store.audits.list({ tenantId: 'acme', action: 'Provisioning token rotated' })
    const { ownerId } = (await kit().store.directoryConnections.get(id)) ?? {}
    assert.equal(ownerId, 'sso:saml-1:una')
    assert.deepEqual(JSON.parse(entry?.detail ?? '{}').after, { ownerId })
  })

  it('delete a group of the directory only with the rank of its roles and of the members with its administrative roles', async () => {
    const { store } = kit()
    await widen(DIRECTORIES)
    await vouch('sec')
    for (const [id, level] of Object.entries({ shop: 99, vip: 0 }))
      await store.roles.insert(aRoleRecord({ id, tenantId: 'acme', level, permissionIds: '[]' }))
    const who = await byProvider(await add('una', ['sso-admin']))
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const made = await kit().call('POST', provisioning.createConnection.path, { ...who, body })
    const scim = scimClient(kit(), made.body.token)
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
    const groupWith = async (displayName: string, roleIds: string[]) => {
      const { body: group } = await scim('POST', 'Groups', { body: { schemas, displayName } })
      await store.groups.update({ id: group.id }, { roleIds: JSON.stringify(roleIds) })
      return String(group.id)
    }
    const [product, high, empty, led] = [
      await groupWith('Customers', ['shop']),
      await groupWith('Guests of honor', ['vip']),
      await groupWith('Empty', ['sso-admin']),
      await groupWith('Leaders', ['sso-admin']),
    ]
    await add('boss', [])
    const groupIds = JSON.stringify([product, led])
    for (const userId of ['boss', 'ada']) await store.members.update({ tenantId: 'acme', userId }, { groupIds })
    const statuses: number[] = []
    for (const id of [product, high, empty, led]) statuses.push((await scim('DELETE', `Groups/${id}`)).status)
    assert.deepEqual(statuses, [204, 403, 204, 403])
    assert.equal(await store.groups.count({ id: { in: [high, led].map(String) } }), 2)
  })

  it('create directories that still deactivate ordinary members after the connection is deleted', async () => {
    const { store } = kit()
    await widen(DIRECTORIES)
    await vouch('sec')
    await store.roles.insert(aRoleRecord({ id: 'plain', tenantId: 'acme', level: 3, permissionIds: '[]' }))
    await add('tim', ['plain'])
    await add('boss', ['admin'])
    const who = await byProvider(await add('una', ['sso-admin']))
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    const made = await kit().call('POST', provisioning.createConnection.path, { ...who, body })
    const scim = scimClient(kit(), made.body.token)
    const tim = await scim('POST', 'Users', { body: aUser('tim@saml.test') })
    assert.equal(tim.status, 201, JSON.stringify(tim.body))
    await store.ssoConnections.delete({ id: 'saml-1' })
    const Operations = [{ op: 'replace', path: 'active', value: false }]
    const offboarded = await scim('PATCH', `Users/${tim.body.id}`, { body: { Operations } })
    assert.equal(offboarded.status, 200, JSON.stringify(offboarded.body))
    assert.equal((await scim('POST', 'Users', { body: aUser('boss@saml.test', { active: false }) })).status, 403)
    await store.users.update({ id: 'tim' }, { superUser: true })
    const restored = await scim('PATCH', `Users/${tim.body.id}`, {
      body: { Operations: [{ op: 'replace', path: 'active', value: true }] },
    })
    assert.equal(restored.status, 403, 'the vendor’s staff stay protected')
  })

  it('create webhooks that gain no rights when their user is promoted', async () => {
    await widen(WEBHOOKS, 'fe.connectivity.read.webhook')
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    const made = await webhookCalls(kit).create(who.token, {
      url: 'https://hooks.test/',
      eventKeys: ['frontegg.ssoConnection.created'],
    })
    assert.equal(made.status < 300, true, JSON.stringify(made.body))
    const { store, ports } = kit()
    const webhook = (await store.webhooks.list({ tenantId: 'acme' }))[0]
    assert.ok(webhook)
    assert.equal(await isVouchedFor(ports, webhook, 'frontegg.ssoConnection.created'), true)
    await promote('admin', 'sso-admin')
    assert.equal(await isVouchedFor(ports, webhook, INVITED), false)
    assert.equal((await confirm('ada@acme.test')).status, 200)
    assert.equal(await isVouchedFor(ports, webhook, INVITED), true)
    await leave('una')
    assert.equal(await isVouchedFor(ports, webhook, INVITED), false)
  })

  it('create webhooks that name the connection while it pauses them, and name one user once', async () => {
    const KEY = 'frontegg.ssoConnection.created'
    await widen(WEBHOOKS, 'fe.connectivity.read.webhook')
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    const create = (token: string) => webhookCalls(kit).create(token, { url: 'https://hooks.test/', eventKeys: [KEY] })
    assert.equal((await create(who.token)).status < 300, true)
    assert.equal((await create((await kit().signIn('una@saml.test')).token)).status < 300, true)
    const shown = async () => {
      const path = guarantees.listInterruptions.path
      const { interruptions } = (await kit().call('GET', path, await kit().signIn('ada@acme.test'))).body
      const found = interruptions.filter(({ kind }: Interruption) => kind === 'webhook')
      return found.map((one: Interruption) => [one.guarantor?.id, one.connectionLimit, one.at, one.count])
    }
    assert.deepEqual(await shown(), [])
    await kit().store.members.update({ tenantId: 'acme', userId: 'sec' }, { roleIds: '[]' })
    assert.deepEqual(await shown(), [['una', 'limited', null, 1]])
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.deepEqual(await shown(), [['una', 'removed', null, 1]])
    const [webhook] = await kit().store.webhooks.list({ tenantId: 'acme', guarantorId: 'sso:saml-1:una' })
    assert.ok(webhook)
    const { pausedEventKeys, connectionLimit } = await pausedOf(kit().ports, webhook, [KEY])
    assert.deepEqual([pausedEventKeys, connectionLimit], [[KEY], 'removed'])
    await leave('una')
    assert.deepEqual(
      (await shown()).map(([id, limit, , count]: unknown[]) => [id, limit, count]),
      [['una', undefined, 2]],
    )
  })

  it('keep rights that the guarantor covered at a call, without a refresh', async () => {
    await vouch('ada')
    const who = await byProvider(await add('una', ['sso-admin'], { passwordHash: null }))
    await promote('admin', 'sso-admin')
    assert.equal(await reads(who), 200)
    await leave('ada')
    assert.equal(await reads(who), 200)
    assert.equal((await confirmAs(who)).status, 200)
  })

  it('count only the rank of administrative roles at a sign-in, as in an open session', async () => {
    const { store } = kit()
    await widen('fe.secure.read.users')
    await vouch('sec')
    const permissionIds = (await store.roles.get('sso-admin'))?.permissionIds ?? ''
    await store.roles.insert(aRoleRecord({ id: 'vip', tenantId: 'acme', level: 0, permissionIds: '[]' }))
    await store.roles.insert(aRoleRecord({ id: 'high', tenantId: 'acme', level: 0, permissionIds }))
    const una = await add('una', ['sso-admin'])
    const open = await byProvider(una)
    await promote('sso-admin', 'vip')
    assert.deepEqual([(await arriveAs(una)).status, await reads(open)], [200, 200])
    assert.equal(await reads(await refreshed(open)), 200)
    await promote('high')
    const before = alerts().length
    assert.equal((await arriveAs(una)).status, 403, 'an administrative role ranks higher')
    assert.ok(alerts().length > before)
  })

  it('aren’t limited by a role of the vendor’s product, whatever its rank', async () => {
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    await kit().store.roles.insert(aRoleRecord({ id: 'vip', tenantId: 'acme', level: 0, permissionIds: '[]' }))
    await promote('sso-admin', 'vip')
    const rolesOf = ({ token }: SignedIn) => (claimsOf(token) as { roles: string[] }).roles.length
    assert.equal(rolesOf(await refreshed(who)), 2)
    assert.equal(alerts().length, 0)
    await promote('sso-admin', 'vip', 'reader')
    const limited = await refreshed(who)
    assert.equal(await reads(limited), 403)
    assert.equal(rolesOf(limited), 2, 'only the role with new permissions is missing')
  })

  it('can still create the same things if their user gets another permission', async () => {
    await widen(DIRECTORIES)
    await vouch('sec')
    const who = await byProvider(await add('una', ['sso-admin']))
    await promote('sso-admin', 'reader')
    const codeOf = async ({ method, path }: AnyEndpoint) => (await kit().call(method, path, who)).body.code
    assert.equal(await codeOf(team.listMembers), 'rights-withheld')
    assert.equal(await codeOf(connectivity.listWebhooks), 'forbidden', 'their roles don’t give it either')
    const body = { source: 'other', connectionName: 'Directory', syncToUserManagement: true }
    assert.equal((await kit().call('POST', provisioning.createConnection.path, { ...who, body })).status, 200)
  })

  it('don’t act as the vendor’s staff when their user joins it', async () => {
    await vouch('sec')
    const manager = JSON.parse((await kit().store.roles.get('manager'))?.permissionIds ?? '[]') as string[]
    const held = JSON.parse((await kit().store.roles.get('sso-admin'))?.permissionIds ?? '[]') as string[]
    await kit().store.roles.update(
      { id: 'sso-admin' },
      { level: 5, permissionIds: JSON.stringify([...manager, ...held]) },
    )
    const who = await byProvider(await add('una', ['sso-admin']))
    const change = () => kit().call('PUT', team.updateMember.path, { ...who, body: { id: 'tom', name: 'Changed' } })
    const before = (await change()).status
    await kit().store.users.update({ id: 'una' }, { superUser: true })
    assert.equal((await change()).status, before)
    await kit().store.users.update({ id: 'tom' }, { superUser: true })
    assert.equal((await change()).status, 403)
  })
}
