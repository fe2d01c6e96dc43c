import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants, subTenantTree } from '../../contract/accounts.ts'
import { apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import type { EndpointTable } from '../../contract/endpoint.ts'
import { users } from '../../contract/users.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'

/** Calls that use POST but change nothing. */
const READS = ['subTenants.countUsers']

const changesOf = (name: string, table: EndpointTable): string[] =>
  Object.entries(table)
    .filter(([, { method }]) => method !== 'GET')
    .map(([operation]) => `${name}.${operation}`)

const WANTED = [
  ...changesOf('tokensUser', tokensUser),
  ...changesOf('tokensTenant', tokensTenant),
  ...changesOf('subTenants', subTenants),
  'apiTokens.updateUserApiToken',
  'apiTokens.updateTenantApiToken',
  'subTenantTree.moveSubTenant',
].filter((operation) => !READS.includes(operation))

type Call = (
  table: EndpointTable,
  operation: string,
  body: unknown,
  path?: Record<string, string>,
) => Promise<CallResponse>

const setKind = async (kit: Kit, kind: string) => {
  await kit.store.policies.delete({ kind: 'public-policy' })
  const value = JSON.stringify({ machineToMachineAuthStrategy: kind })
  await kit.store.policies.insert({
    id: kind,
    tenantId: null,
    kind: 'public-policy',
    value,
    createdAt: 0,
    updatedAt: 0,
  })
}

/** Makes every change once, in an order in which the records that a change needs exist. */
const changeEverything = async (kit: Kit, call: Call, enter: (tenantId: string) => Promise<string>) => {
  const body = { description: 'Sync', expiresInMinutes: null, roleIds: ['reader'] }
  const credential = await call(tokensUser, 'createClientCredential', body)
  const own = { tokenId: String(credential.body.clientId) }
  await call(apiTokens, 'updateUserApiToken', { description: 'Renamed' }, own)
  await call(tokensUser, 'deleteClientCredential', {}, own)
  const ofAccount = await call(tokensTenant, 'createClientCredential', body)
  const theirs = { tokenId: String(ofAccount.body.clientId) }
  await call(apiTokens, 'updateTenantApiToken', { roleIds: ['member'] }, theirs)
  await call(tokensTenant, 'deleteClientCredential', {}, theirs)
  await setKind(kit, 'AccessToken')
  for (const table of [tokensUser, tokensTenant]) {
    const made = await call(table, 'createAccessToken', body)
    await call(table, 'deleteAccessToken', {}, { id: String(made.body.id) })
  }
  for (const id of ['one', 'two']) {
    await call(subTenants, 'createSubTenant', { tenantId: id, name: id, parentTenantId: 'acme' })
  }
  await call(subTenants, 'updateSubTenant', { name: 'First' }, { tenantId: 'one' })
  await call(subTenantTree, 'moveSubTenant', { parentTenantId: 'two' }, { tenantId: 'one' })
  await call(subTenants, 'addUsers', { users: [{ email: 'kim@one.test' }], tenantId: 'one', roleIds: ['reader'] })
  const places = [{ tenantId: 'two', roleIds: ['reader'] }]
  await call(subTenants, 'addUserToTenants', { user: { email: 'kim@one.test' }, subTenants: places })
  const kim = await kit.store.members.find({ email: 'kim@one.test', tenantId: 'one' })
  const userId = kim?.id ?? ''
  const roles = [{ tenantId: 'two', roleIds: ['settings'] }]
  await call(subTenants, 'setUserRoles', { subTenantsRoles: roles }, { userId })
  await enter('two')
  await call(subTenants, 'setSubAccountAccess', { allowAccess: true }, { userId })
  await enter('acme')
  await call(subTenants, 'removeUserFromTenants', { userId, subTenants: [{ tenantId: 'two' }] })
  await call(subTenants, 'deleteSubTenant', {}, { tenantId: 'one' })
}

const NAMES = new Map<EndpointTable, string>([
  [tokensUser, 'tokensUser'],
  [tokensTenant, 'tokensTenant'],
  [subTenants, 'subTenants'],
  [apiTokens, 'apiTokens'],
  [subTenantTree, 'subTenantTree'],
])

export const describePortalAudit = (kit: () => Kit): void => {
  it('shows every change of tokens and accounts in the log, and who made it', async () => {
    await kit().store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
    const { token: own } = await kit().signIn('ada@acme.test')
    let token = own
    const enter = async (tenantId: string) => {
      const response = await kit().call('POST', users.getUserJwtForTenant.path, { token: own, body: { tenantId } })
      token = String(response.body.accessToken)
      return token
    }
    const seen = new Set<string>()
    const call: Call = async (table, operation, body, path = {}) => {
      const endpoint = table[operation]
      assert.ok(endpoint, operation)
      const before = await kit().store.audits.count({ userId: 'ada' })
      const address = endpoint.path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => path[name] ?? '')
      const response = await kit().call(endpoint.method, address, { token, body })
      assert.equal(response.status, 200, `${operation}: ${JSON.stringify(response.body)}`)
      assert.ok((await kit().store.audits.count({ userId: 'ada' })) > before, `${operation} left no row`)
      seen.add(`${NAMES.get(table)}.${operation}`)
      return response
    }
    await changeEverything(kit(), call, enter)
    assert.deepEqual([...seen].sort(), [...WANTED].sort())
  })

  it('lists each user of the accounts below once, with all of their accounts', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const send = (method: string, path: string, body?: unknown) => kit().call(method, path, { token, body })
    for (const tenantId of ['one', 'two']) {
      await send('POST', subTenants.createSubTenant.path, { tenantId, name: tenantId, parentTenantId: 'acme' })
    }
    const places = ['one', 'two'].map((tenantId) => ({ tenantId, roleIds: ['reader'] }))
    await send('POST', subTenants.addUserToTenants.path, { user: { email: 'zoe@below.test' }, subTenants: places })
    const query = '_offset=0&_limit=50&_filter=zoe&_sortBy=name&_order=DESC'
    const { body } = await send('GET', `${subTenants.listAllUsers.path}?${query}`)
    const [zoe] = body.items as { email: string; tenants: { tenantId: string }[] }[]
    assert.deepEqual(zoe?.tenants.map(({ tenantId }) => tenantId).sort(), ['one', 'two'])
  })
}
