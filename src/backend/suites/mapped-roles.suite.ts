import assert from 'node:assert/strict'
import { afterEach, before, it, mock } from 'node:test'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { login } from '../../contract/login.ts'
import { fillPath } from '../../contract/path.ts'
import { ssoConfigs, ssoConnections } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import { aMemberRecord, aTenantRecord, aUserRecord } from '../../testing/records.ts'
import { linkTenant } from '../domain/identity/tenants/account-tree.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import { ssoSecretUse } from '../domain/sso/sso.ts'
import type { Kit } from './kit.test-kit.ts'
import { providerKeys } from './provider-keys.test-kit.ts'
import { withoutRows } from './refused-rows.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml, startSaml } from './saml-forgeries.test-kit.ts'

const EMAIL = 'lea@saml.test'
const MAPPING = [
  { id: 'g1', group: 'Admins', roleIds: ['admin'] },
  { id: 'g2', group: 'Staff', roleIds: ['reader'] },
]

/** The groups that the provider named; `unknown` if its response couldn't be read in full. */
type Groups = readonly string[] | 'unknown'

export const describeMappedRoles = (kit: () => Kit): void => {
  let keys: Credentials
  before(async () => {
    keys = await providerKeys()
  })
  afterEach(() => mock.restoreAll())

  const connect = async (facts: object): Promise<void> => {
    await connectSaml(kit(), keys, { groups: JSON.stringify(MAPPING), ...facts })
    const at = { createdAt: 1, updatedAt: 1 }
    await kit().store.ssoSetups.insert({ id: 'saml-1', tenantId: 'acme', ...EMPTY_SETUP, ...at, updatesRoles: true })
  }

  const enterBySaml = async (groups: Groups) => {
    const started = await startSaml(kit(), EMAIL)
    const facts = { ...factsFor(kit(), started, EMAIL), assertionId: `_${started.relayState}` }
    const said: [name: string, values: readonly string[]] =
      groups === 'unknown' ? ['http://schemas.microsoft.com/claims/groups.link', ['https://graph']] : ['groups', groups]
    const attributes = { email: [EMAIL], name: ['Lea'], ...Object.fromEntries([said]) }
    const response = samlResponse({ ...facts, attributes }, keys)
    return redeemSaml(kit(), await postSaml(kit(), response, started.relayState), started)
  }

  /** Signs in by OIDC with a mocked provider that names these groups. */
  const enterByOidc = async (groups: Groups) => {
    const { oidc } = kit().ports
    let state = ''
    mock.method(oidc, 'authorizationUrl', async (_provider: unknown, request: { state: string }) => {
      state = request.state
      return 'https://idp.saml.test/authorize'
    })
    const identity = { subject: 'lea-1', email: EMAIL, emailVerified: true, name: 'Lea' }
    const said = groups === 'unknown' ? { groups: [], areGroupsUnknown: true } : { groups }
    mock.method(oidc, 'exchange', async () => ({ ...identity, ...said }))
    const { cookies } = await kit().call('POST', login.preLogin.path, { body: { email: EMAIL } })
    const body = { code: 'c', RelayState: state }
    return kit().call('POST', login.oidcPostLogin.path, { body, cookie: cookies[0]?.split(';')[0] ?? '' })
  }

  const memberOf = async (email = EMAIL) => {
    const member = await kit().store.members.find({ tenantId: 'acme', email })
    if (!member) throw new Error(`${email} is no member`)
    return member
  }
  const rolesOf = async (email = EMAIL): Promise<string[]> => JSON.parse((await memberOf(email)).roleIds).sort()
  const changes = async () =>
    (await kit().store.audits.list({ tenantId: 'acme', action: 'User roles changed' })).map(
      ({ detail }) => JSON.parse(detail) as { connectionId?: string; reason?: string; after: { roleIds: string[] } },
    )
  /** Sets roles as an administrator who signs in with a password. */
  const setByHand = async (roleIds: readonly string[]) => {
    const { token } = await kit().signIn('ada@acme.test')
    const { method, path } = team.updateMember
    const { status, body } = await kit().call(method, path, { token, body: { id: (await memberOf()).userId, roleIds } })
    assert.equal(status, 200, JSON.stringify(body))
  }

  const PROTOCOLS: Record<
    string,
    { facts: () => Promise<object>; enter: (groups: Groups) => ReturnType<Kit['call']> }
  > = {
    SAML: { facts: async () => ({}), enter: enterBySaml },
    'OpenID Connect': {
      facts: async () => ({
        type: 'oidc',
        ssoEndpoint: 'https://idp.saml.test',
        oidcClientId: 'app',
        oidcSecret: await kit().ports.secretBox.seal('secret', ssoSecretUse('saml-1')),
      }),
      enter: enterByOidc,
    },
  }

  for (const [protocol, { facts, enter }] of Object.entries(PROTOCOLS)) {
    const arrive = async (groups: Groups): Promise<string[]> => {
      const { status, body } = await enter(groups)
      assert.equal(status, 200, JSON.stringify(body))
      return rolesOf()
    }

    it(`of ${protocol} are granted and removed according to the provider’s groups`, async () => {
      await connect(await facts())
      assert.deepEqual(await arrive(['Staff']), ['member', 'reader'])
      assert.deepEqual(await arrive(['Staff', 'Admins']), ['admin', 'member', 'reader'])
      assert.deepEqual(await arrive(['Other']), ['member'])
      const rows = await changes()
      assert.deepEqual(
        rows.map(({ connectionId }) => connectionId),
        ['saml-1', 'saml-1'],
      )
      assert.deepEqual(await arrive([]), ['member'])
      assert.equal((await changes()).length, 2, 'nothing changed')
    })

    it(`of ${protocol} change only together with their audit row, as a membership begins only with its own`, async () => {
      await connect(await facts())
      await withoutRows(kit(), () => enter(['Staff'])).catch(() => undefined)
      assert.equal(await kit().store.members.count({ tenantId: 'acme', email: EMAIL }), 0)
      assert.deepEqual(await arrive(['Staff']), ['member', 'reader'])
      await withoutRows(kit(), () => enter(['Admins'])).catch(() => undefined)
      assert.deepEqual(await rolesOf(), ['member', 'reader'])
      assert.deepEqual(await arrive(['Admins']), ['admin', 'member'])
      assert.equal((await changes()).length, 1)
    })

    it(`of ${protocol} stay while the setting is off, and are removed once it is on`, async () => {
      await connect(await facts())
      await kit().store.ssoSetups.update({ id: 'saml-1' }, { updatesRoles: false })
      assert.deepEqual(await arrive(['Admins']), ['admin', 'member'])
      assert.deepEqual(await arrive(['Staff']), ['admin', 'member'])
      await kit().store.ssoSetups.update({ id: 'saml-1' }, { updatesRoles: true })
      assert.deepEqual(await arrive(['Staff']), ['member', 'reader'])
    })

    it(`of ${protocol} are left alone where the provider doesn't name the groups itself, or can't be asked`, async () => {
      await connect(await facts())
      await arrive(['Admins'])
      assert.deepEqual(await arrive('unknown'), ['admin', 'member'])
      assert.deepEqual(await arrive([]), ['member'])
    })

    it(`of ${protocol} never include manually assigned ones`, async () => {
      await connect(await facts())
      await arrive([])
      await setByHand(['admin', 'member'])
      await arrive(['Admins', 'Staff'])
      assert.deepEqual(await arrive([]), ['admin', 'member'])
    })
  }

  it('count as assigned manually once someone removed one and assigned it again', async () => {
    await connect({})
    await enterBySaml(['Admins', 'Staff'])
    await setByHand(['admin', 'member'])
    await setByHand(['admin', 'member', 'reader'])
    await enterBySaml([])
    assert.deepEqual(await rolesOf(), ['member', 'reader'])
  })

  it('are limited to those that the connection’s guarantor may currently grant', async () => {
    await kit().store.users.insert(aUserRecord({ id: 'vic', email: 'vic@acme.test' }))
    const vic = aMemberRecord({ id: 'acme-vic', userId: 'vic', email: 'vic@acme.test', roleIds: '["admin"]' })
    await kit().store.members.insert(vic)
    await connect({ guarantorId: 'vic' })
    await enterBySaml([])
    await kit().store.members.update({ id: 'acme-vic' }, { roleIds: '["member"]' })
    assert.equal((await enterBySaml(['Staff', 'Admins'])).status, 200)
    assert.deepEqual(await rolesOf(), ['member'])
  })

  it('don’t remove the role of an account’s last administrator, and the audit log has the reason', async () => {
    await connect({})
    await enterBySaml(['Admins'])
    for (const { id, roleIds } of await kit().store.members.list({ tenantId: 'acme', email: { not: EMAIL } }))
      await kit().store.members.update(
        { id },
        {
          roleIds: JSON.stringify((JSON.parse(roleIds) as string[]).filter((role) => role === 'reader')),
          groupIds: null,
        },
      )
    assert.equal((await enterBySaml([])).status, 200)
    assert.equal((await rolesOf()).includes('admin'), true)
    assert.deepEqual((await changes()).at(-1)?.reason, 'only-administrator')
    await kit().store.members.update({ tenantId: 'acme', userId: 'ada' }, { roleIds: '["admin"]' })
    assert.equal((await enterBySaml([])).status, 200)
    assert.equal((await rolesOf()).includes('admin'), false)
  })

  it('are reported when they were the last administrator’s role in an account below', async () => {
    await connect({})
    await enterBySaml(['Admins'])
    const { members, tenants, audits } = kit().store
    await tenants.insert(aTenantRecord({ id: 'north', name: 'North', parentId: 'acme' }))
    await linkTenant(kit().store, { id: 'north', name: 'North', createdAt: 0 }, 'acme')
    await members.update({ tenantId: 'acme' }, { subAccountAccess: false })
    await members.update({ tenantId: 'acme', email: EMAIL }, { subAccountAccess: true })
    assert.equal((await enterBySaml([])).status, 200)
    assert.equal((await rolesOf()).includes('admin'), false)
    const [row] = await audits.list({ tenantId: 'acme', action: 'Sub-accounts left without administrator' })
    assert.match(row?.description ?? '', new RegExp(`\\(${EMAIL}\\): North$`))
    assert.ok(kit().mails.some(({ text }) => /no longer have an administrator: North\./.test(text)))
  })

  it('are updated on new connections, and on others once an administrator turns that on', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const created = await kit().call('POST', ssoConfigs.createConfig.path, { token, body: { type: 'saml' } })
    assert.equal(created.status < 300, true, JSON.stringify(created.body))
    const detailsOf = async (id: string) =>
      (await kit().call('GET', ssoConnections.listSsoConnectionDetails.path, { token })).body.find(
        (each: { id: string }) => each.id === id,
      )
    assert.equal((await detailsOf(created.body.id)).updatesRoles, true)
    await connectSaml(kit(), keys)
    assert.equal((await detailsOf('saml-1')).updatesRoles, false)
    const path = fillPath(ssoConnections.updateSsoConnectionDetails.path, { id: 'saml-1' })
    const changed = await kit().call('PATCH', path, { token, body: { updatesRoles: true } })
    assert.deepEqual([changed.status, changed.body.updatesRoles], [200, true])
    assert.equal((await kit().call('PATCH', path, { token, body: { updatesRoles: 'yes' } })).status, 400)
  })
}
