import assert from 'node:assert/strict'
import { it } from 'node:test'
import { decodeJwt } from 'jose'
import { apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { API_PREFIX, fillPath } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { aTenantRecord } from '../../testing/records.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import { addMember, setRights } from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const LIST = `${users.listUsersV2.path}?_offset=0&_limit=5&_includeSubTenants=false`
const TOKEN_PATH = API_PREFIX + session.exchangeAuthorizationCode.path
const GUS = { tenantId: 'acme', userId: 'gus' }

interface Credentials {
  clientId: unknown
  secret: unknown
}

/** Requests a token by the grant. The contract describes the response of the other grants at this path. */
const byGrant = async (kit: Kit, fields: object, headers: Record<string, string> = {}) => {
  const sent = { body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json', ...headers } }
  const { status, body } = await kit.page('POST', TOKEN_PATH, sent)
  return { status, bearer: JSON.parse(body).access_token }
}

/** Ways to exchange the credentials of an API token. */
const EXCHANGES: Readonly<
  Record<string, (kit: Kit, given: Credentials) => Promise<{ status: number; bearer?: string }>>
> = {
  'the token exchange': async (kit, body) => {
    const response = await kit.call('POST', apiTokens.exchangeApiToken.path, { body })
    return { status: response.status, bearer: response.body?.accessToken }
  },
  'the grant of client credentials': async (kit, { clientId, secret }) => {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret }
    const { status, bearer } = await byGrant(kit, body)
    // A client in the body is refused by 400 rather than by a challenge (RFC 6749 §5.2).
    return { status: status === 400 ? 401 : status, bearer }
  },
  'the grant of client credentials with basic authentication': async (kit, { clientId, secret }) => {
    const pair = btoa(
      [clientId, secret]
        .map((each) => encodeURIComponent(typeof each === 'string' ? each : JSON.stringify(each)))
        .join(':'),
    )
    return byGrant(kit, { grant_type: 'client_credentials' }, { Authorization: `Basic ${pair}` })
  },
}

interface Loss {
  change(kit: Kit, tokenId: string): Promise<unknown>
  /** The statuses of the exchange and of a call with a bearer from before. */
  after: readonly [exchange: number, call: number]
}

const LOSSES: Readonly<Record<string, Loss>> = {
  'nothing was changed': { change: async () => undefined, after: [200, 200] },
  'it expired': {
    change: ({ store, time }, id) => store.apiTokens.update({ id }, { expiresAt: time.now }),
    after: [401, 401],
  },
  'it was revoked': { change: ({ store }, id) => store.apiTokens.delete({ id }), after: [401, 401] },
  'its user left': { change: ({ store }) => store.members.delete(GUS), after: [401, 401] },
  'a directory disabled its user': {
    change: ({ store, time }) => store.members.update(GUS, { disabledAt: time.now }),
    after: [401, 401],
  },
  'the temporary access of its user ended': {
    change: ({ store, time }) => store.members.update(GUS, { temporaryUntil: time.now - 1 }),
    after: [401, 401],
  },
  'its user has not accepted the invitation': {
    change: ({ store }) => store.members.update(GUS, { activated: false }),
    after: [401, 401],
  },
  'its user lost every permission': { change: (kit) => setRights(kit, []), after: [401, 401] },
  'its user lost the permission': {
    change: (kit) => setRights(kit, ['fe.secure.read.roles']),
    after: [200, 403],
  },
  'the account was suspended': {
    change: ({ store, time }) => store.tenants.update({ id: 'acme' }, { suspendedAt: time.now }),
    after: [403, 403],
  },
}

/** Credentials that are not those of the token, made from it and from another one. */
const FORGED: Readonly<Record<string, (own: Credentials, other: Credentials) => Credentials>> = {
  'the secret of another token': (own, other) => ({ ...own, secret: other.secret }),
  'the id of another token': (own, other) => ({ ...own, clientId: other.clientId }),
  'a secret with a space more': (own) => ({ ...own, secret: `${own.secret} ` }),
  'a secret in capitals': (own) => ({ ...own, secret: String(own.secret).toUpperCase() }),
  'a secret without its last letter': (own) => ({ ...own, secret: String(own.secret).slice(0, -1) }),
  'the prefix alone': (own) => ({ ...own, secret: 'fecs_' }),
  'the prefix of access tokens': (own) => ({ ...own, secret: String(own.secret).replace('fecs_', 'feat_') }),
  'an id in capitals': (own) => ({ ...own, clientId: String(own.clientId).toUpperCase() }),
  'an id with a zero byte': (own) => ({ ...own, clientId: `${own.clientId}\u0000` }),
  'the id as its secret': (own) => ({ ...own, secret: own.clientId }),
  'a very long secret': (own) => ({ ...own, secret: 'x'.repeat(20_000) }),
  'an empty secret': (own) => ({ ...own, secret: '' }),
  'no secret': (own) => ({ ...own, secret: null }),
  'a list as its secret': (own) => ({ ...own, secret: [own.secret] }),
  'an object as its id': (own) => ({ ...own, clientId: { in: [own.clientId] } }),
  'a pattern as its id': (own) => ({ ...own, clientId: '%' }),
}

export const describeTokenExchange = (kit: () => Kit): void => {
  const create = async (owner: 'account' | 'user'): Promise<{ clientId: string; secret: string }> => {
    await setPolicy(kit(), 'public-policy', { machineToMachineAuthStrategy: 'ClientCredentials' })
    const { token } = await kit().signIn('gus@acme.test')
    const body = { description: 'Export', expiresInMinutes: 60, ...(owner === 'account' && { roleIds: ['admin'] }) }
    const { path } = owner === 'account' ? tokensTenant.createClientCredential : tokensUser.createClientCredential
    const created = await kit().call('POST', path, { token, body })
    assert.equal(created.status, 200, JSON.stringify(created.body))
    return created.body
  }
  const reads = async (bearer: string | undefined, headers: Record<string, string> = {}) =>
    (await kit().call('GET', LIST, { ...(bearer && { token: bearer }), headers })).status

  for (const owner of ['account', 'user'] as const) {
    for (const [way, exchange] of Object.entries(EXCHANGES)) {
      it(`gives a token of the ${owner} by ${way} only the permissions that its user has at that moment`, async () => {
        for (const [what, { change, after }] of Object.entries(LOSSES)) {
          await kit().reset()
          await addMember(kit(), ['fe.*'])
          const given = await create(owner)
          const { bearer } = await exchange(kit(), given)
          assert.equal(await reads(bearer), 200, what)
          await change(kit(), given.clientId)
          const again = await exchange(kit(), given)
          // A user without permissions is still a member, who may sign in and exchange their own token.
          const isOwn = owner === 'user' && what === 'its user lost every permission'
          assert.deepEqual([again.status, await reads(bearer)], isOwn ? [200, 403] : after, what)
          if (again.bearer) assert.equal(await reads(again.bearer), isOwn ? 403 : after[1], what)
        }
      })

      it(`refuses forged credentials of a token of the ${owner} by ${way}, like unknown ones`, async () => {
        await addMember(kit(), ['fe.*'])
        const [own, other] = [await create(owner), await create(owner)]
        for (const [what, forge] of Object.entries(FORGED)) {
          const { status, bearer } = await exchange(kit(), forge(own, other))
          assert.ok(status === 400 || status === 401, `${what}: ${status}`)
          assert.equal(bearer, undefined, what)
        }
        assert.equal((await exchange(kit(), own)).status, 200)
      })
    }
  }

  it('ends a bearer no later than its token, and ties it to the account', async () => {
    await addMember(kit(), ['fe.*'])
    const { tenants } = kit().store
    await tenants.insert(aTenantRecord({ id: 'north', name: 'North', parentId: 'acme' }))
    await linkTenant(kit().store, { id: 'north', name: 'North', createdAt: 0 }, 'acme')
    await kit().store.members.update(GUS, { subAccountAccess: true })
    for (const owner of ['account', 'user'] as const) {
      const given = await create(owner)
      await kit().store.apiTokens.update({ id: given.clientId }, { expiresAt: kit().time.now + 5_000 })
      const { bearer = '' } = (await EXCHANGES['the token exchange']?.(kit(), given)) ?? {}
      assert.equal(decodeJwt(bearer).exp, kit().time.now / 1_000 + 5)
      for (const tenantId of ['north', 'globex', 'no-such'])
        assert.equal(await reads(bearer, { 'frontegg-scoped-tenant': tenantId }), 403, `${owner} ${tenantId}`)
      const body = { description: 'More', expiresInMinutes: null, roleIds: ['admin'] }
      for (const { path } of [tokensTenant.createClientCredential, tokensUser.createClientCredential])
        assert.equal((await kit().call('POST', path, { token: bearer, body })).status, 403)
      const path = fillPath(apiTokens.updateTenantApiToken.path, { tokenId: given.clientId })
      assert.equal((await kit().call('PATCH', path, { token: bearer, body: { roleIds: ['admin'] } })).status, 403)
      kit().time.now += 5_000
      assert.equal(await reads(bearer), 401)
    }
  })
}
