import assert from 'node:assert/strict'
import { it } from 'node:test'
import { accountEntry } from '../../contract/accounts.ts'
import { apiTokens } from '../../contract/api-tokens.ts'
import { guarantees, tokenGuarantors } from '../../contract/guarantees.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoConnections } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { aRoleRecord } from '../../testing/records.ts'
import { guarantorOf } from '../domain/identity/guarantor/guarantor.ts'
import { placeOfLink } from '../domain/identity/team/invite-link.ts'
import { useGuaranteedConnection } from './guaranteed-connection.test-kit.ts'
import { makeAccessToken } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'
import { webhookCalls } from './webhooks.test-kit.ts'

const TOKENS = ['read', 'write', 'delete'].map((verb) => `fe.secure.${verb}.tenantApiTokens`)
const INVITES = ['read', 'write'].map((verb) => `fe.secure.${verb}.tenantInvites`)
const READ_USERS = 'fe.secure.read.users'
const OWNER = 'sso:saml-1:una'

/** Tests API tokens of the account and invite links of sessions that only an identity provider vouches for. */
export const describeSessionTokens = (kit: () => Kit): void => {
  const { add, arriveAs, confirm, vouch } = useGuaranteedConnection(kit)

  /** Gives the guarantor of the connection, and una, more permissions; returns the token of a session of the provider. */
  const begin = async (...keys: string[]): Promise<string> => {
    const { store } = kit()
    const ids: string[] = JSON.parse((await store.roles.get('sso-admin'))?.permissionIds ?? '[]')
    for (const key of keys) {
      const known = await store.permissions.find({ key })
      const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
      if (!known) await store.permissions.insert({ id: `p ${key}`, key, name: key, ...facts })
      ids.push(known?.id ?? `p ${key}`)
    }
    await store.roles.update({ id: 'sso-admin' }, { permissionIds: JSON.stringify(ids) })
    await store.roles.insert(
      aRoleRecord({ id: 'una-role', tenantId: 'acme', level: 1, permissionIds: JSON.stringify(ids) }),
    )
    await vouch('sec')
    return String((await arriveAs(await add('una', ['una-role']))).body.accessToken)
  }
  const own = async (token: string): Promise<string> => {
    const response = await kit().call('POST', accountEntry.provePassword.path, { token, body: { password: PASSWORD } })
    assert.equal(response.status, 200)
    return String(response.body.accessToken)
  }
  const ownerOf = async (id: string) => (await kit().store.apiTokens.get(id))?.guarantorId
  const reads = async (token: string) => (await kit().call('GET', team.listMembers.path, { token })).status
  const setGuarantor = (token: string, tokenId: string, userId: string) =>
    kit().call('PUT', fillPath(tokenGuarantors.setTokenGuarantor.path, { tokenId }), { token, body: { userId } })
  const setRoles = (token: string, tokenId: string, roleIds: string[]) => {
    const { method, path } = apiTokens.updateTenantApiToken
    return kit().call(method, fillPath(path, { tokenId }), { token, body: { roleIds } })
  }
  const weaken = () => kit().store.members.update({ tenantId: 'acme', userId: 'sec' }, { roleIds: '[]' })

  it('limits API tokens of the account to the guarantor of the connection, and says why, until their user proves more', async () => {
    const session = await begin(...TOKENS, READ_USERS)
    const { id, bearer } = await makeAccessToken(kit(), session, ['una-role'])
    assert.deepEqual([await ownerOf(id), await reads(bearer)], [OWNER, 200])
    await weaken()
    assert.equal(await reads(bearer), 403)
    const ada = await kit().signIn('ada@acme.test')
    const { interruptions } = (await kit().call('GET', guarantees.listInterruptions.path, ada)).body
    const found = interruptions.find(({ kind }: Interruption) => kind === 'api-token')
    assert.deepEqual([found?.guarantor?.id, found?.connectionLimit, found?.count], ['una', 'limited', 1])
    assert.equal((await setGuarantor(await own(session), id, 'una')).status, 200)
    assert.deepEqual([await ownerOf(id), await reads(bearer)], ['una', 200])
  })

  it('stops such a token when the connection is deleted, but keeps its ordinary permissions of the product', async () => {
    const session = await begin(...TOKENS, READ_USERS, 'shop.write')
    const { id, bearer } = await makeAccessToken(kit(), session, ['una-role'])
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.equal(await reads(bearer), 403)
    const mine = await guarantorOf(kit().ports, 'acme', await ownerOf(id))
    assert.deepEqual([mine?.connectionLimit, mine?.keys.includes('shop.write')], ['removed', true])
  })

  it('marks a token that such a session takes over or gives other roles, but not one that it only renames', async () => {
    const session = await begin(...TOKENS, READ_USERS)
    const mine = (await kit().signIn('una@saml.test')).token
    const { id } = await makeAccessToken(kit(), mine, ['una-role'])
    assert.equal(await ownerOf(id), 'una')
    const { method, path } = apiTokens.updateTenantApiToken
    const renamed = { token: session, body: { description: 'Renamed' } }
    assert.equal((await kit().call(method, fillPath(path, { tokenId: id }), renamed)).status, 200)
    assert.equal(await ownerOf(id), 'una')
    assert.equal((await setRoles(session, id, ['una-role'])).status, 200)
    assert.equal(await ownerOf(id), OWNER)
    assert.equal((await setRoles(mine, id, ['una-role'])).status, 200)
    assert.equal(await ownerOf(id), 'una')
    assert.equal((await setGuarantor(session, id, 'una')).status, 200)
    assert.equal(await ownerOf(id), OWNER)
  })

  it('marks a token that such a session gives to another administrator, but not one given after a proof of the user’s own', async () => {
    const session = await begin(...TOKENS, READ_USERS)
    const { id, bearer } = await makeAccessToken(kit(), session, ['una-role'])
    assert.equal((await setGuarantor(session, id, 'ada')).status, 200)
    assert.deepEqual([await ownerOf(id), await reads(bearer)], ['sso:saml-1:ada', 200])
    await weaken()
    assert.equal(await reads(bearer), 401, 'no one vouches for anything that the other administrator may do')
    await kit().store.ssoConnections.delete({ id: 'saml-1' })
    assert.equal(await reads(bearer), 401)
    const mine = (await kit().signIn('una@saml.test')).token
    assert.equal((await setGuarantor(mine, id, 'ada')).status, 200)
    assert.deepEqual([await ownerOf(id), await reads(bearer)], ['ada', 200])
  })

  it('lists and revokes such tokens with the membership of their user', async () => {
    const session = await begin(...TOKENS, READ_USERS)
    const { id, bearer } = await makeAccessToken(kit(), session, ['una-role'])
    const ada = await kit().signIn('ada@acme.test')
    const listed = await kit().call('GET', fillPath(tokenGuarantors.listMemberTokens.path, { userId: 'una' }), ada)
    assert.equal(listed.body.count, 1)
    const all = await kit().call('GET', `${guarantees.listGuaranteed.path}?userId=una`, ada)
    assert.deepEqual(
      all.body.map(({ kind, userId }: { kind: string; userId: string }) => [kind, userId]),
      [['api-token', 'una']],
    )
    const removed = await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'una' }), ada)
    assert.equal(removed.status, 200)
    assert.deepEqual([await ownerOf(id), await reads(bearer)], [undefined, 401])
  })

  it('transfers no API token to a member whom the connection would limit below the token’s roles', async () => {
    const session = await begin(...TOKENS, READ_USERS)
    const { id, bearer } = await makeAccessToken(kit(), (await kit().signIn('sec@acme.test')).token, ['sso-admin'])
    await kit().store.members.delete({ tenantId: 'acme', userId: 'sec' })
    assert.equal(await reads(bearer), 401)
    for (const userId of ['ada', 'una']) {
      const { status, body } = await setGuarantor(session, id, userId)
      assert.deepEqual([status, body.code], [403, 'own-voucher-required'], userId)
    }
    assert.equal(await ownerOf(id), 'sec')
    assert.equal((await setGuarantor(await own(session), id, 'ada')).status, 200)
    assert.equal(await ownerOf(id), 'ada')
    assert.equal(await reads(bearer), 200)
  })

  it('limits what such a token creates in the same way, and lets it change no trust', async () => {
    const session = await begin(...TOKENS, 'fe.connectivity.write.webhook', 'fe.connectivity.read.webhook')
    const { bearer } = await makeAccessToken(kit(), session, ['una-role'])
    const webhook = { url: 'https://hooks.test/', eventKeys: ['frontegg.ssoConnection.created'] }
    assert.equal((await webhookCalls(kit).create(bearer, webhook)).status < 300, true)
    assert.equal(await kit().store.webhooks.count({ tenantId: 'acme', guarantorId: OWNER }), 1)
    const body = { kind: 'sso-connection', id: 'saml-1' }
    const confirmed = await kit().call('POST', guarantees.confirmGuaranteed.path, { token: bearer, body })
    const change = fillPath(ssoConnections.updateSsoConnectionDetails.path, { id: 'saml-1' })
    const changed = await kit().call('PATCH', change, { token: bearer, body: { idpEntityId: 'https://idp.test/x' } })
    assert.deepEqual([confirmed.status, changed.status], [403, 403])
    assert.equal((await kit().store.ssoConnections.get('saml-1'))?.guarantorId, 'sec')
  })

  it('checks a connection whose guarantor is a token of one of its sessions, without an endless loop', async () => {
    const session = await begin(...TOKENS, READ_USERS)
    const mine = (await kit().signIn('una@saml.test')).token
    const { id, bearer } = await makeAccessToken(kit(), mine, ['una-role'])
    await vouch(id)
    assert.equal((await setRoles(session, id, ['una-role'])).status, 200)
    const held = await guarantorOf(kit().ports, 'acme', id)
    assert.equal(held?.keys.includes(READ_USERS), true)
    assert.equal(await reads(bearer), 200)
    assert.equal((await arriveAs('una@saml.test')).status, 200)
    await kit().store.members.update({ userId: 'una' }, { roleIds: '["admin"]' })
    assert.equal((await arriveAs('una@saml.test')).status, 403, 'the token vouches for no more than its roles')
    assert.equal((await confirm('ada@acme.test')).status, 200)
  })

  it('limits invite links to the guarantor of the connection, until their user extends them with a proof of their own', async () => {
    const session = await begin(...INVITES, READ_USERS)
    const { store, ports } = kit()
    const read = await store.permissions.find({ key: READ_USERS })
    const permissionIds = JSON.stringify([read?.id])
    await store.roles.insert(aRoleRecord({ id: 'helper', tenantId: 'acme', level: 2, permissionIds, isDefault: true }))
    const create = async (token: string, expiresInMinutes: number) => {
      const response = await kit().call('POST', team.createInviteLink.path, { token, body: { expiresInMinutes } })
      assert.equal(response.status, 200, JSON.stringify(response.body))
      return String(response.body.token)
    }
    const gives = async (link: string) => (await placeOfLink(ports, link)).roleIds.includes('helper')
    const link = await create(session, 60)
    assert.equal(await gives(link), true)
    await weaken()
    assert.equal(await gives(link), false)
    const extend = async (token: string, expiresInMinutes: number) => {
      const { method, path } = team.updateInviteLink
      return kit().call(method, path, { token, body: { expiresInMinutes } })
    }
    const mine = await own(session)
    assert.equal((await extend(mine, 30)).status, 200)
    assert.equal(await gives(link), false, 'a shorter link keeps its guarantor')
    assert.equal((await extend(mine, 120)).status, 200)
    assert.equal(await gives(link), true)
    assert.equal(await gives(await create(mine, 60)), true)
  })
}
