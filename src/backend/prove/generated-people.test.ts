import assert from 'node:assert/strict'
import { after, before, it, mock } from 'node:test'
import { domainToASCII } from 'node:url'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { samlResponse } from '../../../demo-host/identity-provider/saml-response.ts'
import { subTenants } from '../../contract/accounts.ts'
import { login } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { session } from '../../contract/session.ts'
import { signUp } from '../../contract/sign-up.ts'
import { inviteChecks, team } from '../../contract/users.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { copiedEmail, copiedName } from '../../rules/scripts.test-kit.ts'
import { createRandom } from '../../testing/random.ts'
import { identityOf } from '../adapters/oidc-claims.ts'
import { ssoSecretUse } from '../domain/sso/sso.ts'
import { createMemoryStore } from '../store/memory.ts'
import { type Kit, openKit } from '../suites/kit.test-kit.ts'
import { providerKeys } from '../suites/provider-keys.test-kit.ts'
import { connectSaml, factsFor, postSaml, redeemSaml } from '../suites/saml-forgeries.test-kit.ts'
import { aUser, connect, type ScimClient, validateDomain } from '../suites/scim.test-kit.ts'
import { arriveBySocial } from '../suites/social.test-kit.ts'
import { scaled } from './report.test-kit.ts'

/** Users in `npm run prove`; fewer elsewhere. */
const USERS = Math.max(140, scaled(3_000))
/** Users of one store. */
const STORE_SIZE = 200
const PASSWORD = 'Brave-Otter-42'

interface Fixture {
  kit: Kit
  /** Access token of an administrator of Acme. */
  token: string
  /** Token of an invitation link to Acme. */
  link: string
  idp: Credentials
  scim: ScimClient
}

interface Written {
  email: string
  /** The email as it is stored. */
  wanted: string
  name: string
}

/** Resolves to a description of what was refused, if anything was. */
type Path = (fixture: Fixture, written: Written) => Promise<unknown>

const refusedBy = ({ status, body }: { status: number; body: unknown }): unknown =>
  status < 300 ? undefined : { status, body }

const invite = async ({ kit, token }: Fixture, email: string, name: string | undefined) =>
  refusedBy(
    await kit.call('POST', team.addUser.path, { token, body: { email, name, roleIds: ['member'], provider: 'local' } }),
  )

/** Adds a user to Acme and resolves to their access token. */
const signedIn = async ({ kit, token }: Fixture, email: string): Promise<string> => {
  const users = { users: [{ email }], tenantId: 'acme', roleIds: ['member'] }
  assert.equal((await kit.call('POST', subTenants.addUsers.path, { token, body: users })).status, 200, email)
  const user = await kit.store.users.find({ email: normalizeEmail(email) ?? '' })
  assert.ok(user, email)
  const passwordHash = await kit.ports.hasher.hash(PASSWORD)
  await kit.store.users.update({ id: user.id }, { passwordHash, verified: true })
  await kit.store.members.update({ userId: user.id }, { activated: true })
  const { body } = await kit.call('POST', login.login.path, { body: { email, password: PASSWORD } })
  return (body as { accessToken?: string }).accessToken ?? ''
}

/** Every path on which the email and the name of a user arrive. */
const PATHS: Readonly<Record<string, Path>> = {
  'a sign-up, and a sign-in after it': async ({ kit, link }, { email, name }) => {
    const body = { email, password: PASSWORD, name, invitationToken: link, companyName: '' }
    const refused = refusedBy(await kit.call('POST', signUp.signUp.path, { body }))
    if (refused) return refused
    await kit.store.users.update({}, { verified: true })
    await kit.store.members.update({}, { activated: true })
    return refusedBy(await kit.call('POST', login.login.path, { body: { email, password: PASSWORD } }))
  },
  'an invitation': (fixture, { email, name }) => invite(fixture, email, name),
  'an import': async (fixture, { email, name }) => {
    const { kit, token } = fixture
    const checked = await kit.call('POST', inviteChecks.checkInvites.path, {
      token,
      body: { users: [{ email, roleIds: ['member'] }] },
    })
    const { problems } = checked.body as { problems?: unknown[] }
    return problems?.length === 0 ? invite(fixture, email, name) : checked.body
  },
  'the API for several users, and the profile': async (fixture, { email, name }) => {
    const token = await signedIn(fixture, email)
    return refusedBy(await fixture.kit.call('PUT', session.updateProfile.path, { token, body: { name } }))
  },
  'a directory': async ({ kit, scim }, { email, wanted, name }) => {
    await validateDomain(kit, wanted.split('@')[1] ?? '')
    return refusedBy(await scim('POST', 'Users', { body: aUser(email, { displayName: name }) }))
  },
  'single sign-on by SAML': async ({ kit, idp }, { email, name }) => {
    const { inResponseTo: _none, ...facts } = factsFor(kit, { requestId: '' })
    const attributes = { email: [email], displayName: [name] }
    const [nameId, assertionId] = [kit.ports.random.uuid(), kit.ports.random.uuid()]
    return refusedBy(
      await redeemSaml(kit, await postSaml(kit, samlResponse({ ...facts, nameId, attributes, assertionId }, idp), '')),
    )
  },
  'single sign-on by OpenID Connect': async ({ kit }, { email, name }) => {
    const claims = { sub: kit.ports.random.uuid(), email, email_verified: 'True', name }
    const { oidc } = kit.ports
    let state = ''
    const authorizationUrl = mock.method(
      oidc,
      'authorizationUrl',
      async (_provider: unknown, request: { state: string }) => {
        state = request.state
        return 'https://idp.saml.test/authorize'
      },
    )
    const exchange = mock.method(oidc, 'exchange', async () => identityOf(claims))
    const begun = await kit.call('POST', login.preLogin.path, { body: { email: 'lea@oidc.test' } })
    const cookie = begun.cookies[0]?.split(';')[0] ?? ''
    const body = { code: 'c', RelayState: state }
    try {
      return refusedBy(await kit.call('POST', login.oidcPostLogin.path, { body, cookie }))
    } finally {
      authorizationUrl.mock.restore()
      exchange.mock.restore()
    }
  },
  'a change of email': async (fixture, { email, name }) => {
    const { kit } = fixture
    const token = await signedIn(fixture, 'old@acme.test')
    const body = { email, password: PASSWORD }
    const started = await kit.call('POST', selfService.startEmailChange.path, { token, body })
    if (started.status !== 200) return started
    const code = { token: (started.body as { token: string }).token, code: kit.lastCode('mail') }
    return (
      refusedBy(await kit.call('POST', selfService.verifyEmailChange.path, { token, body: code })) ??
      refusedBy(await kit.call('PUT', session.updateProfile.path, { token, body: { name } }))
    )
  },
  'a social account': async ({ kit, link }, { email, name }) => {
    await arriveBySocial(kit, { subject: kit.ports.random.uuid(), email, name }, link)
    return undefined
  },
}

let kit: Kit
let idp: Credentials
before(async () => {
  idp = await providerKeys()
  kit = await openKit(async () => createMemoryStore())
})
after(() => kit.close())

const openFixture = async (): Promise<Fixture> => {
  await kit.reset()
  await connectSaml(kit, idp, { skipEmailDomainValidation: true, allowIdpInitiated: true })
  const connection = await kit.store.ssoConnections.get('saml-1')
  assert.ok(connection)
  const oidcSecret = await kit.ports.secretBox.seal('secret', ssoSecretUse('oidc-1'))
  const facts = { type: 'oidc', ssoEndpoint: 'https://idp.oidc.test', oidcClientId: 'app', oidcSecret } as const
  await kit.store.ssoConnections.insert({ ...connection, id: 'oidc-1', ...facts })
  const domain = { tenantId: 'acme', domain: 'oidc.test', validated: true, createdAt: kit.time.now }
  await kit.store.ssoDomains.insert({ id: 'd-2', connectionId: 'oidc-1', ...domain })
  const { adminToken: token, scim } = await connect(kit)
  const made = await kit.call('POST', team.createInviteLink.path, { token, body: { expiresInMinutes: 1_000 } })
  const { token: link } = made.body as { token: string }
  return { kit, token, link, idp, scim }
}

for (const [index, [path, arrive]] of Object.entries(PATHS).entries()) {
  it(`stores emails and names of twelve scripts in one form that arrive by ${path}`, async () => {
    const count = Math.ceil(USERS / Object.keys(PATHS).length)
    let fixture = await openFixture()
    for (let at = 0; at < count; at += 1) {
      if (at % STORE_SIZE === STORE_SIZE - 1) fixture = await openFixture()
      const random = createRandom(index * USERS + at)
      const { copied, wanted } = copiedEmail(random, domainToASCII)
      const name = copiedName(random)
      const refused = await arrive(fixture, { email: copied, wanted, name: name.copied })
      const shown = JSON.stringify({ at, copied, name: name.copied, refused })
      assert.equal(refused, undefined, shown)
      const user = await kit.store.users.find({ email: wanted })
      const member = await kit.store.members.find({ tenantId: 'acme', email: wanted })
      assert.deepEqual([user?.name, member?.name], [name.wanted, name.wanted], shown)
      await kit.store.users.delete({ email: wanted })
      await kit.store.members.delete({ email: wanted })
      await kit.store.attempts.delete({})
    }
  })
}
