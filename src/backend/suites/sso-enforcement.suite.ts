import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { fillPath } from '../../contract/path.ts'
import { samlSettings, ssoConfigs, ssoEnforcement } from '../../contract/sso.ts'
import { aMemberRecord } from '../../testing/records.ts'
import { SYSTEM_CALLER } from '../call/caller.ts'
import { signIn } from '../domain/identity/access/sessions.ts'
import { SINGLE_SIGN_ON } from '../domain/identity/access/tenant-entry.ts'
import { connectionMethod } from '../domain/identity/sessions/sso-session.ts'
import { ENTRY_PATHS, ME } from './entry-paths.test-kit.ts'
import type { CallResponse, Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'
import { WAYS_TO_ACT } from './ways-to-act.test-kit.ts'

const REFUSAL = /requires single sign-on/
const PATH = { id: 'saml-1' }
const SETUP = {
  name: '',
  metadataUrl: '',
  enabledAt: 1,
  lastSignInAt: null,
  exemptUserIds: '[]',
  updatesRoles: false,
  metadataWarnings: '[]',
}
const PASSED = JSON.stringify({
  id: 't',
  status: 'passed',
  startedAt: new Date(0).toISOString(),
  startedBy: 'ada@acme.test',
  attributes: [],
  email: null,
  groups: [],
  roleIds: [],
  problem: null,
})

/** Connects Acme for its own domain, with a test that has passed. */
const connect = async (kit: Kit, facts: object = {}): Promise<void> => {
  if ((await kit.store.ssoConnections.count({ tenantId: 'acme' })) === 0) {
    await connectSaml(kit, await providerKeys())
  }
  await kit.store.ssoDomains.update({ id: 'd-1' }, { domain: 'acme.test' })
  const at = { createdAt: 1, updatedAt: 1 }
  await kit.store.ssoSetups.insert({
    id: 'saml-1',
    tenantId: 'acme',
    enforced: false,
    test: PASSED,
    ...SETUP,
    ...at,
    ...facts,
  })
}

/** The access of scripts, which keeps working when single sign-on is required. */
const SCRIPTS = [
  'an access token',
  'client credentials of a user',
  'client credentials of the account',
  'the bearer that credentials of the account were exchanged for',
  'the token of a directory',
]

const OPTIONS = fillPath(samlSettings.updateOptions.path, { configId: 'saml-1' })

const withKeys = async (kit: Kit, token: string): Promise<string> => {
  await kit.call('POST', samlSettings.addKey.path, { token })
  return (await kit.call('POST', samlSettings.addKey.path, { token })).body.id
}

/** Changes outside the connection's own fields after which responses are no longer accepted. */
const SAML_CHANGES: Readonly<
  Record<
    string,
    { change: { endpoint: AnyEndpoint; body?: object }; prepare(kit: Kit, token: string): Promise<string> }
  >
> = {
  'another mapping': {
    change: { endpoint: samlSettings.updateOptions, body: { attributes: { email: 'nickname' } } },
    prepare: async () => OPTIONS,
  },
  'required encryption': {
    change: { endpoint: samlSettings.updateOptions, body: { requireEncryption: true } },
    prepare: (kit, token) => withKeys(kit, token).then(() => OPTIONS),
  },
  'a removed encryption key': {
    change: { endpoint: samlSettings.removeKey },
    prepare: async (kit, token) => fillPath(samlSettings.removeKey.path, { id: await withKeys(kit, token) }),
  },
}

const { 'single sign-on': _sso, ...OTHERS } = WAYS_TO_ACT
const WAYS = Object.entries(OTHERS)

export const describeSsoEnforcement = (kit: () => Kit): void => {
  const send = async (
    token: string,
    endpoint: { method: string; path: string },
    body?: object,
  ): Promise<CallResponse> =>
    kit().call(endpoint.method, fillPath(endpoint.path, { ...PATH, configId: 'saml-1' }), { token, body })
  const save = (token: string, exemptUserIds: string[] = [], enforced = true) =>
    send(token, ssoEnforcement.saveSsoEnforcement, { enforced, exemptUserIds })
  const check = (token: string, exemptUserIds: string[] = []) =>
    send(token, ssoEnforcement.checkSsoEnforcement, { enforced: true, exemptUserIds })

  const bySso = async (email: string) => {
    const started = await startSaml(kit(), email)
    const facts = { ...factsFor(kit(), started, email), assertionId: `_${started.relayState}` }
    const response = samlResponse(facts, await providerKeys())
    return redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
  }

  for (const [name, prepare] of WAYS) {
    const isScript = SCRIPTS.includes(name)
    it(`${isScript ? 'leaves' : 'refuses'} ${name}`, async () => {
      const attempt = await prepare(kit())
      await connect(kit(), { enforced: true })
      const { status, body, cookies } = await attempt()
      if (isScript) return assert.equal(status, 200, JSON.stringify(body))
      assert.ok(status === 401 || status === 403 || status === 400, `${status}`)
      assert.match(JSON.stringify(body), REFUSAL)
      assert.equal(cookies.length, 0)
    })
  }

  const PROOFS: Readonly<Record<string, readonly string[]>> = {
    'a social account': ['fed'],
    'single sign-on of an unknown connection': ['fed', SINGLE_SIGN_ON],
    'single sign-on of another account': ['fed', SINGLE_SIGN_ON, connectionMethod('saml-2')],
  }
  for (const [name, amr] of Object.entries(PROOFS)) {
    it(`refuses ${name}`, async () => {
      await connect(kit(), { enforced: true })
      const user = await kit().store.users.get('mel')
      assert.ok(user)
      const exchange = { ports: kit().ports, caller: SYSTEM_CALLER, reply: { status: 200, headers: new Headers() } }
      await assert.rejects(signIn(exchange, user, { amr }), REFUSAL)
      assert.equal(await kit().store.sessions.count({}), 0)
    })
  }

  for (const [name, enter] of Object.entries(ENTRY_PATHS)) {
    it(`lets a session from elsewhere in through ${name} only by single sign-on`, async () => {
      await kit().store.tenants.update({ id: 'globex' }, { alias: 'globex-alias' })
      if (name !== 'single sign-on') {
        await connectSaml(kit(), await providerKeys(), { tenantId: 'globex' })
        await kit().store.ssoDomains.update({ id: 'd-1' }, { tenantId: 'globex', domain: 'multi.test' })
      }
      await kit().store.ssoSetups.insert({
        ...SETUP,
        id: 'saml-1',
        tenantId: 'globex',
        enforced: true,
        test: '',
        createdAt: 1,
        updatedAt: 1,
      })
      const entered = await enter(kit(), await kit().signIn('max@multi.test'), 'globex')
      assert.equal(entered !== undefined, name === 'single sign-on')
    })
  }

  describe('once it is required', () => {
    beforeEach(() => connect(kit(), { enforced: true }))

    it('opens the account by single sign-on, and for the next requests', async () => {
      const { status, body } = await bySso('mel@acme.test')
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal((await kit().call('GET', ME, { token: body.accessToken })).status, 200)
      assert.deepEqual(JSON.stringify(body).includes('saml-1'), false, 'tokens name no connection')
    })

    it('doesn’t affect exempt users, users of other domains and other accounts', async () => {
      await kit().store.ssoSetups.update({ id: 'saml-1' }, { exemptUserIds: '["mel"]' })
      await kit().signIn('mel@acme.test')
      assert.equal((await kit().login('rea@acme.test')).status, 403)
      await kit().signIn('gia@globex.test')
      // Max belongs to Acme and Globex with an email whose domain neither has verified.
      await kit().signIn('max@multi.test')
    })

    it('signs a user in to another account of theirs that does not require it', async () => {
      await kit().store.ssoDomains.update({ id: 'd-1' }, { domain: 'multi.test' })
      const { status, body } = await kit().login('max@multi.test')
      assert.deepEqual([status, body.tenantId], [200, 'globex'])
    })

    it('ends when the connection is turned off, and stays off when it is turned on again', async () => {
      const { token } = await bySso('ada@acme.test').then(({ body }) => ({ token: body.accessToken }))
      assert.equal((await send(token, ssoConfigs.updateConfig, { enabled: false })).status, 200)
      assert.equal((await send(token, ssoConfigs.updateConfig, { enabled: true })).status, 200)
      await kit().signIn('mel@acme.test')
    })

    it('prevents untested settings from locking every administrator out', async () => {
      const { accessToken } = (await bySso('ada@acme.test')).body
      const change = { ssoEndpoint: 'https://other.test/sso' }
      const refused = await send(accessToken, ssoConfigs.updateConfig, change)
      assert.equal(refused.status, 409)
      assert.match(refused.body.errors[0], /Exempt an administrator first/)
      assert.notEqual((await kit().store.ssoConnections.get('saml-1'))?.ssoEndpoint, change.ssoEndpoint)
      assert.equal((await save(accessToken, ['ada'])).status, 200)
      assert.equal((await send(accessToken, ssoConfigs.updateConfig, change)).status, 200)
    })

    for (const [what, { change, prepare }] of Object.entries(SAML_CHANGES)) {
      it(`prevents ${what} from locking every administrator out`, async () => {
        const { accessToken } = (await bySso('ada@acme.test')).body
        const path = await prepare(kit(), accessToken)
        const stored = async () =>
          JSON.stringify([await kit().store.samlSettings.list({}), await kit().store.samlKeys.list({})])
        const before = await stored()
        const attempt = () => kit().call(change.endpoint.method, path, { token: accessToken, body: change.body })
        const refused = await attempt()
        assert.equal(refused.status, 409, JSON.stringify(refused.body))
        assert.match(refused.body.errors[0], /Exempt an administrator first/)
        assert.equal(await stored(), before)
        assert.equal((await bySso('ada@acme.test')).status, 200)
        assert.equal((await save(accessToken, ['ada'])).status, 200)
        assert.equal((await attempt()).status, 200)
        await kit().signIn('ada@acme.test')
      })
    }
  })

  describe('before it is required', () => {
    it('shows which administrators can still sign in, and what happens to the others', async () => {
      await connect(kit())
      const { token } = await kit().signIn('ada@acme.test')
      await kit().signIn('mel@acme.test')
      const { body } = await check(token, ['tom'])
      const ways = Object.fromEntries(body.administrators.map(({ id, wayIn }: Record<string, string>) => [id, wayIn]))
      assert.deepEqual([ways.ada, ways.tom], ['sso', 'other'])
      assert.deepEqual([body.effect.caller, body.effect.signedOut, body.effect.isRefused], ['signed-out', 2, false])
      assert.equal((await kit().store.ssoSetups.get('saml-1'))?.enforced, false)
    })

    it('lists the exempt members who aren’t administrators', async () => {
      await connect(kit())
      const { token } = await kit().signIn('ada@acme.test')
      const { body } = await check(token, ['mel', 'ada'])
      assert.deepEqual(
        body.exemptMembers.map(({ id, email }: Record<string, string>) => [id, email]),
        [['mel', 'mel@acme.test']],
      )
      assert.equal((await check(token)).body.exemptMembers.length, 0)
    })

    it('refuses to lock out the last administrator, or the caller, by an untested connection', async () => {
      await connect(kit(), { test: '' })
      const { token } = await kit().signIn('ada@acme.test')
      const { body } = await check(token)
      assert.deepEqual([body.effect.isRefused, body.effect.caller], [true, 'now'])
      assert.match((await save(token)).body.errors[0], /every administrator/)
      assert.match((await save(token, ['tom'])).body.errors[0], /lock you out/)
      assert.equal((await save(token, ['ada'])).status, 200)
      assert.equal((await kit().call('GET', ME, { token })).status, 200)
    })

    it('needs a connection that is on, a verified domain and users of the account', async () => {
      await connect(kit())
      const { token } = await kit().signIn('ada@acme.test')
      assert.equal((await save(token, ['gia'])).status, 400)
      // The refusal must not depend on the invitation, or it would reveal that the email has another account.
      const invited = { userId: 'gia', tenantId: 'acme', email: 'gia@globex.test', activated: false, invitedAt: 1 }
      await kit().store.members.insert(aMemberRecord({ id: 'invited-gia', ...invited }))
      assert.equal((await save(token, ['gia'])).status, 400)
      await kit().store.ssoDomains.update({ id: 'd-1' }, { validated: false })
      assert.match((await save(token)).body.errors[0], /verify a domain/)
      await kit().store.ssoConnections.update({ id: 'saml-1' }, { enabled: false })
      assert.equal((await save(token)).status, 400)
    })

    it('is available to administrators of this account, and writes an audit row', async () => {
      await connect(kit())
      const mel = await kit().signIn('mel@acme.test')
      assert.equal((await save(mel.token)).status, 403)
      const { token } = await kit().signIn('ada@acme.test')
      assert.equal((await save(token, ['ada'])).status, 200)
      const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'Single sign-on required' })
      assert.equal(rows.length, 1)
      assert.equal((await save(token, [], false)).status, 200)
      await kit().signIn('mel@acme.test')
      await kit().store.ssoConnections.update({ id: 'saml-1' }, { tenantId: 'globex' })
      assert.equal((await save(token)).status, 404)
    })
  })
}
