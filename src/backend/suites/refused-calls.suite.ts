import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiTokens } from '../../contract/additions/api-tokens.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/team.ts'
import { tokensUser } from '../../contract/tokens-user.ts'
import { allRoutes } from '../handlers/index.ts'
import type { AuditRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'

const HOUR_MS = 3_600_000
const HERE = '192.0.2.7'
const ELSEWHERE = '198.51.100.7'
const BROWSER = { 'User-Agent': 'Browser of the test' }

const rowsOf = (kit: Kit, action: string): Promise<AuditRecord[]> => kit.store.audits.list({ action })

/** Every call that needs a permission, at records that don't exist. */
const callAll = async (kit: Kit, token: string) => {
  for (const { endpoint, handler } of allRoutes()) {
    if (typeof handler.access !== 'object') continue
    const body = endpoint.method === 'GET' ? undefined : {}
    await kit.call(endpoint.method, endpoint.path.replaceAll(/\{\w+\}/g, 'unknown'), { token, body })
  }
}

const exchange = (kit: Kit, body: { clientId: string; secret: string }, address: string) =>
  kit.call('POST', apiTokens.exchangeApiToken.path, { body, address, headers: BROWSER })

const addCredential = async (kit: Kit): Promise<string> => {
  const { token } = await kit.signIn('ada@acme.test')
  const body = { description: 'Nightly export', expiresInMinutes: null }
  const made = await kit.call('POST', tokensUser.createClientCredential.path, { token, body })
  return made.body.clientId
}

const addAccessToken = async (kit: Kit): Promise<{ id: string; secret: string }> => {
  const value = JSON.stringify({ machineToMachineAuthStrategy: 'AccessToken' })
  const policy = { id: 'public', tenantId: null, kind: 'public-policy', value, createdAt: 0, updatedAt: 0 }
  await kit.store.policies.insert(policy)
  const { token } = await kit.signIn('ada@acme.test')
  const body = { description: 'Sync', expiresInMinutes: null }
  return (await kit.call('POST', tokensUser.createAccessToken.path, { token, body })).body
}

export const describeRefusedCalls = (kit: () => Kit): void => {
  it('leave one row per user, call and hour, with the caller', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const options = { token, address: HERE, headers: BROWSER }
    for (let tries = 0; tries < 5; tries += 1) {
      assert.equal((await kit().call('GET', team.listMembers.path, options)).status, 403)
    }
    const rows = await rowsOf(kit(), 'Permission refused')
    const facts = rows.map(({ tenantId, userId, email, ip, userAgent, detail }) => [
      tenantId,
      userId,
      email,
      ip,
      userAgent,
      JSON.parse(detail),
    ])
    const caller = ['acme', 'mel', 'mel@acme.test', HERE, BROWSER['User-Agent']]
    assert.deepEqual(facts, [[...caller, { operation: 'team.listMembers' }]])
    kit().time.now += HOUR_MS
    const { token: later } = await kit().signIn('mel@acme.test')
    await kit().call('GET', team.listMembers.path, { ...options, token: later })
    assert.equal((await rowsOf(kit(), 'Permission refused')).length, 2)
  })

  it('cannot fill the log, whatever a user tries', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    await callAll(kit(), token)
    assert.equal((await rowsOf(kit(), 'Permission refused')).length, 30)
  })

  it('with credentials of a token leave a row in the log of its account, without the secret', async () => {
    const clientId = await addCredential(kit())
    const secret = 'wrong-secret-of-the-test'
    assert.equal((await exchange(kit(), { clientId, secret }, HERE)).status, 401)
    const [row, ...more] = await rowsOf(kit(), 'API token refused')
    assert.deepEqual([row?.tenantId, row?.ip, row?.userAgent, more.length], ['acme', HERE, BROWSER['User-Agent'], 0])
    assert.equal(JSON.parse(row?.detail ?? '{}').tokenId, clientId)
    assert.ok(!JSON.stringify(row).includes(secret))
  })

  it('with credentials cannot fill the log, from however many networks and for whatever client IDs', async () => {
    const clientId = await addCredential(kit())
    for (let at = 0; at < 60; at += 1) {
      await exchange(kit(), { clientId, secret: `wrong-${at}` }, `10.${at}.0.1`)
      await exchange(kit(), { clientId: `unknown-${at}`, secret: 'wrong' }, `10.${at}.0.2`)
    }
    const rows = await rowsOf(kit(), 'API token refused')
    assert.equal(rows.filter(({ tenantId }) => tenantId === 'acme').length, 20)
    assert.equal(rows.filter(({ tenantId }) => tenantId === '').length, 20)
  })

  it('are not the only ones: the first use of an access token per hour and IP address leaves a row', async () => {
    const { id, secret } = await addAccessToken(kit())
    const use = async (address: string) => {
      const options = { token: secret, address, headers: BROWSER }
      assert.equal((await kit().call('GET', session.getMyAuthorization.path, options)).status, 200)
      return (await rowsOf(kit(), 'API token used')).length
    }
    const rows = [await use(HERE), await use(HERE), await use(ELSEWHERE), await use(HERE)]
    kit().time.now += HOUR_MS
    rows.push(await use(HERE), await use(HERE))
    assert.deepEqual(rows, [1, 1, 2, 2, 3, 3])
    const [first] = await rowsOf(kit(), 'API token used')
    assert.deepEqual([first?.tenantId, first?.userId, JSON.parse(first?.detail ?? '{}').tokenId], ['acme', 'ada', id])
  })
}
