import assert from 'node:assert/strict'
import { it } from 'node:test'
import { apiTokens, tokensUser } from '../../contract/api-tokens.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { team } from '../../contract/users.ts'
import { ROWS_PER_USER } from '../domain/audit/refused-calls.ts'
import type { Limit } from '../domain/base/limits/limits.ts'
import { USES_PER_TOKEN } from '../domain/identity/access/api-tokens.ts'
import { allRoutes } from '../handlers/index.ts'
import type { AuditRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'

const HOUR_MS = 3_600_000
const HERE = '192.0.2.7'
const ELSEWHERE = '198.51.100.7'
const BROWSER = { 'User-Agent': 'Browser of the test' }

const rowsOf = (kit: Kit, action: string): Promise<AuditRecord[]> => kit.store.audits.list({ action })

/** Returns whether an entry is about a single call, rather than about all calls without an entry. */
const isListed = ({ description }: AuditRecord): boolean => !description.startsWith('Further')

/** Calls an endpoint for a record that doesn't exist. */
const callUnknown = (kit: Kit, { method, path }: AnyEndpoint, token: string) =>
  kit.call(method, path.replaceAll(/\{\w+\}/g, 'unknown'), { token, body: method === 'GET' ? undefined : {} })

/** Calls every endpoint that needs a permission. */
const callAll = async (kit: Kit, token: string) => {
  for (const { endpoint, rules } of allRoutes()) {
    if (rules.permission !== null) await callUnknown(kit, endpoint, token)
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

/** Uses up a limit, as if a caller had caused all its entries. */
const useUp = async ({ store, ports, time }: Kit, { name, tries, windowMs }: Limit, subject: string): Promise<void> => {
  const id = await ports.keyedHash('limit', `${name}:${subject}`)
  await store.attempts.delete({ id })
  await store.attempts.insert({ id, count: tries, windowEndsAt: time.now + windowMs })
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
    const rows = await rowsOf(kit(), 'Permission refused')
    assert.equal(rows.filter(isListed).length, 30)
    assert.equal(rows.length, 31)
    assert.deepEqual(
      rows.filter((row) => !isListed(row)).map(({ tenantId, userId }) => [tenantId, userId]),
      [['acme', 'mel']],
    )
  })

  it('are listed in the next hour when others used up all rows, with their record', async () => {
    const remove = fillPath(team.deleteMember.path, { userId: 'ada' })
    await useUp(kit(), ROWS_PER_USER, 'acme:mel')
    const removals = async () =>
      (await rowsOf(kit(), 'Permission refused')).filter(({ detail }) => detail.includes('team.deleteMember'))
    const tryRemoval = async () => {
      kit().time.now += HOUR_MS / 2
      const { token } = await kit().signIn('mel@acme.test')
      for (let tries = 0; tries < 2; tries += 1) {
        assert.equal((await kit().call('DELETE', remove, { token })).status, 403)
      }
    }
    await tryRemoval()
    assert.deepEqual(await removals(), [])
    assert.equal((await rowsOf(kit(), 'Permission refused')).length, 1)
    await tryRemoval()
    const [row, ...more] = await removals()
    assert.equal(more.length, 0)
    assert.deepEqual(JSON.parse(row?.detail ?? '{}'), { operation: 'team.deleteMember', path: { userId: 'ada' } })
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
    for (const account of ['acme', '']) {
      const own = rows.filter(({ tenantId }) => tenantId === account)
      assert.deepEqual([own.filter(isListed).length, own.length], [20, 21], account)
    }
  })

  it('with credentials log once an hour that one network makes more attempts', async () => {
    const clientId = await addCredential(kit())
    for (let at = 0; at < 9; at += 1) await exchange(kit(), { clientId, secret: `wrong-${at}` }, HERE)
    const rows = await rowsOf(kit(), 'API token refused')
    assert.deepEqual([rows.filter(isListed).length, rows.length], [5, 6])
    await exchange(kit(), { clientId, secret: 'wrong' }, ELSEWHERE)
    assert.equal((await rowsOf(kit(), 'API token refused')).filter(isListed).length, 6)
  })

  it('leave a row, and so does the first use of an access token per hour and IP address', async () => {
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
    kit().time.now += HOUR_MS
    await useUp(kit(), USES_PER_TOKEN, id)
    for (const address of ['192.0.2.21', '192.0.2.22', '192.0.2.23']) await use(address)
    const further = (await rowsOf(kit(), 'API token used')).filter((row) => !isListed(row))
    assert.deepEqual(
      further.map(({ ip }) => ip),
      ['192.0.2.21'],
    )
  })
}
