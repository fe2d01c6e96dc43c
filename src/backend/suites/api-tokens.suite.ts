import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { team, users } from '../../contract/users.ts'
import type { Kit } from './kit.test-kit.ts'

const DAY_MINUTES = 1_440
const DAY_MS = 86_400_000
const LIST = `${users.listUsersV2.path}?_offset=0&_limit=5&_includeSubTenants=false`
const ME = session.getMyAuthorization.path

const useAccessTokens = (kit: Kit) =>
  kit.store.policies.insert({
    id: 'public',
    tenantId: null,
    kind: 'public-policy',
    value: JSON.stringify({ machineToMachineAuthStrategy: 'AccessToken' }),
    createdAt: 0,
    updatedAt: 0,
  })

const makeCredential = async (
  kit: Kit,
  email: string,
  body: { description?: string; roleIds?: string[]; expiresInMinutes?: number | null } = {},
) => {
  const { token } = await kit.signIn(email)
  const path = body.roleIds ? tokensTenant.createClientCredential.path : tokensUser.createClientCredential.path
  const response = await kit.call('POST', path, {
    token,
    body: { description: 'Nightly export', expiresInMinutes: null, ...body },
  })
  return { owner: token, response, clientId: response.body.clientId as string, secret: response.body.secret as string }
}

const exchange = (kit: Kit, body: { clientId: string; secret: string }) =>
  kit.call('POST', apiTokens.exchangeApiToken.path, { body })

const bearerOf = async (kit: Kit, made: { clientId: string; secret: string }): Promise<string> => {
  const response = await exchange(kit, made)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.accessToken
}

const statusOf = async (kit: Kit, path: string, token: string) => (await kit.call('GET', path, { token })).status

export const describeApiTokens = (kit: () => Kit): void => {
  it('lets a script call the API with exchanged credentials, until they are revoked', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test')
    const bearer = await bearerOf(kit(), made)
    assert.equal(await statusOf(kit(), LIST, bearer), 200)
    const gone = await kit().call('DELETE', `${tokensUser.createClientCredential.path}/${made.clientId}`, {
      token: made.owner,
    })
    assert.equal(gone.status, 200)
    assert.equal(await statusOf(kit(), LIST, bearer), 401)
    assert.equal((await exchange(kit(), made)).status, 401)
  })

  it('lets a script call the API with an access token itself, until it expires', async () => {
    await useAccessTokens(kit())
    const { token } = await kit().signIn('ada@acme.test')
    const body = { description: 'Sync', expiresInMinutes: 7 * DAY_MINUTES }
    const made = await kit().call('POST', tokensUser.createAccessToken.path, { token, body })
    const { secret } = made.body
    assert.equal(made.body.expires, new Date(kit().time.now + 7 * DAY_MS).toISOString())
    assert.equal(await statusOf(kit(), LIST, secret), 200)
    kit().time.now += 7 * DAY_MS - 1
    assert.equal(await statusOf(kit(), LIST, secret), 200)
    kit().time.now += 1
    assert.equal(await statusOf(kit(), LIST, secret), 401)
  })

  it('ends a bearer with the credentials that it was issued for', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test', { expiresInMinutes: 1 })
    const response = await exchange(kit(), made)
    assert.equal(response.body.expiresIn, 60)
    kit().time.now += 61_000
    assert.equal(await statusOf(kit(), LIST, response.body.accessToken), 401)
    assert.equal((await exchange(kit(), made)).status, 401)
  })

  it('shows the secret once and keeps only its hash', async () => {
    const { owner, clientId, secret } = await makeCredential(kit(), 'ada@acme.test')
    const stored = JSON.stringify(await kit().store.apiTokens.list({}))
    assert.ok(secret.length > 40)
    assert.ok(!stored.includes(secret))
    const list = await kit().call('GET', tokensUser.listClientCredentials.path, { token: owner })
    assert.equal(list.body[0].clientId, clientId)
    assert.ok(!JSON.stringify(list.body).includes(secret))
    assert.ok(!JSON.stringify(await kit().store.audits.list({})).includes(secret))
  })

  it('grants a token of the account its roles, but no more than its creator has', async () => {
    const { response, clientId, secret } = await makeCredential(kit(), 'ada@acme.test', { roleIds: ['reader'] })
    assert.equal(response.status, 200)
    const bearer = await bearerOf(kit(), { clientId, secret })
    assert.equal(await statusOf(kit(), LIST, bearer), 200)
    const rights = await kit().call('GET', ME, { token: bearer })
    assert.deepEqual(
      rights.body.permissions.map(({ key }: { key: string }) => key),
      ['fe.secure.read.users'],
    )
    assert.equal(
      (await kit().call('DELETE', fillPath(team.deleteMember.path, { userId: 'mel' }), { token: bearer })).status,
      403,
    )
    await kit().store.permissions.insertMany(
      ['fe.secure.write.tenantApiTokens', 'fe.secure.read.tenantApiTokens'].map((key) => ({
        id: `p ${key}`,
        key,
        name: key,
        description: '',
        categoryId: 'team',
        createdAt: 0,
        updatedAt: 0,
      })),
    )
    await kit().store.roles.update(
      { id: 'reader' },
      { permissionIds: JSON.stringify(['p fe.secure.read.users', 'p fe.secure.write.tenantApiTokens']) },
    )
    const above = await makeCredential(kit(), 'rea@acme.test', { roleIds: ['admin'] })
    assert.equal(above.response.status, 403)
    const own = await makeCredential(kit(), 'rea@acme.test', { roleIds: ['reader'] })
    assert.equal(own.response.status, 200)
    const { token } = await kit().signIn('rea@acme.test')
    const path = fillPath(apiTokens.updateTenantApiToken.path, { tokenId: own.clientId })
    const raise = await kit().call('PATCH', path, { token, body: { roleIds: ['admin'] } })
    assert.equal(raise.status, 403)
  })

  it('removes permissions from a personal token when its owner loses them, and all when the owner leaves', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test')
    const bearer = await bearerOf(kit(), made)
    await kit().store.members.update({ userId: 'ada' }, { roleIds: JSON.stringify(['member']) })
    assert.equal(await statusOf(kit(), LIST, bearer), 403)
    await kit().store.members.delete({ userId: 'ada' })
    assert.equal(await statusOf(kit(), LIST, bearer), 401)
  })

  it('doesn’t let scripts access personal data or create tokens', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test')
    const token = await bearerOf(kit(), made)
    const calls: [string, string][] = [
      ['GET', session.getMe.path],
      ['PUT', session.updateProfile.path],
      ['PUT', session.switchTenant.path],
      ['POST', users.getUserJwtForTenant.path],
      ['POST', tokensUser.createClientCredential.path],
      ['DELETE', `${tokensUser.createClientCredential.path}/${made.clientId}`],
      ['PATCH', fillPath(apiTokens.updateUserApiToken.path, { tokenId: made.clientId })],
    ]
    for (const [method, path] of calls) {
      const body =
        method === 'GET' ? undefined : { description: 'x', expiresInMinutes: null, tenantId: 'globex', id: 'x' }
      const { status } = await kit().call(method, path, { token, body })
      assert.equal(status, 403, `${method} ${path}`)
    }
  })

  it('hides the tokens of others and of other accounts', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test')
    const account = await makeCredential(kit(), 'ada@acme.test', { roleIds: ['reader'] })
    const gia = await kit().signIn('gia@globex.test')
    const paths = [
      `${tokensUser.createClientCredential.path}/${made.clientId}`,
      `${tokensUser.createAccessToken.path}/${made.clientId}`,
      fillPath(tokensTenant.deleteClientCredential.path, { tokenId: account.clientId }),
    ]
    for (const path of paths) assert.equal((await kit().call('DELETE', path, { token: gia.token })).status, 404)
    const list = await kit().call('GET', tokensTenant.listClientCredentials.path, { token: gia.token })
    assert.deepEqual(list.body, [])
    const headers = { 'frontegg-scoped-tenant': 'globex' }
    const bearer = await bearerOf(kit(), account)
    assert.equal((await kit().call('GET', LIST, { token: bearer, headers })).status, 403)
  })

  it('creates only the kind that the policy allows, and none if tokens are turned off', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const body = { description: 'Sync', expiresInMinutes: null }
    assert.equal((await kit().call('POST', tokensUser.createAccessToken.path, { token, body })).status, 400)
    await kit().store.policies.insert({
      id: 'off',
      tenantId: null,
      kind: 'public-policy',
      value: JSON.stringify({ apiTokensEnabled: false }),
      createdAt: 0,
      updatedAt: 0,
    })
    assert.equal((await makeCredential(kit(), 'ada@acme.test')).response.status, 403)
  })

  it('refuses wrong secrets, wrong client ids and altered bearers', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test')
    const other = await makeCredential(kit(), 'ada@acme.test')
    assert.equal((await exchange(kit(), { clientId: made.clientId, secret: other.secret })).status, 401)
    assert.equal((await exchange(kit(), { clientId: made.clientId, secret: `${made.secret}x` })).status, 401)
    assert.equal(await statusOf(kit(), LIST, made.secret), 401)
    const bearer = await bearerOf(kit(), made)
    assert.equal(await statusOf(kit(), LIST, `${bearer.slice(0, -4)}AAAA`), 401)
  })

  it('writes an audit row for every token created, used, changed and revoked, and records its last use', async () => {
    const made = await makeCredential(kit(), 'ada@acme.test')
    const path = fillPath(apiTokens.updateUserApiToken.path, { tokenId: made.clientId })
    await kit().call('PATCH', path, { token: made.owner, body: { description: 'Renamed' } })
    await bearerOf(kit(), made)
    const list = await kit().call('GET', tokensUser.listClientCredentials.path, { token: made.owner })
    assert.equal(list.body[0].description, 'Renamed')
    assert.equal(list.body[0].lastUsedAt, new Date(kit().time.now).toISOString())
    await kit().call('DELETE', `${tokensUser.createClientCredential.path}/${made.clientId}`, { token: made.owner })
    const rows = await kit().store.audits.list({ tenantId: 'acme' })
    const actions = rows.map(({ action }) => action).filter((action) => action.startsWith('API token'))
    assert.deepEqual(actions.sort(), ['API token created', 'API token revoked', 'API token updated', 'API token used'])
  })

  it('shows the description of a token on one line, without characters that can’t be seen', async () => {
    const { response } = await makeCredential(kit(), 'ada@acme.test', {
      description: ' Night\u034fly\n\u202eexport\u200b ',
    })
    assert.equal(response.body.description, 'Nightly export')
    const hidden = await makeCredential(kit(), 'ada@acme.test', { description: '\u034f\u200b' })
    assert.equal(hidden.response.status, 400)
  })

  it('reports what is wrong with a token that cannot be created', async () => {
    const cases = [
      { description: '' },
      { description: 'x'.repeat(201) },
      { expiresInMinutes: 0 },
      { roleIds: ['none'] },
    ]
    for (const body of cases) {
      const { response } = await makeCredential(kit(), 'ada@acme.test', body)
      assert.equal(response.status, 400, JSON.stringify(body))
    }
  })
}
