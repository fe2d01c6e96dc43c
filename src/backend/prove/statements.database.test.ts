import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { apiTokens, tokensUser } from '../../contract/api-tokens.ts'
import { login } from '../../contract/login.ts'
import { mfaLogin, passkeys } from '../../contract/mfa.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session as sessionTable } from '../../contract/session.ts'
import { members, users } from '../../contract/users.ts'
import { startPostgres, type TemporaryPostgres } from '../../testing/postgres.ts'
import {
  aGroupRecord,
  aMemberRecord,
  anSsoConnectionRecord,
  aRoleRecord,
  aTenantRecord,
} from '../../testing/records.ts'
import { recordStatements } from '../../testing/statements.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { EMPTY_SETUP } from '../domain/sso/setup/setups.ts'
import { createAuthenticator } from '../suites/authenticator.test-kit.ts'
import { makeAccessToken } from '../suites/guarantor.test-kit.ts'
import { type CallResponse, type Kit, openKit } from '../suites/kit.test-kit.ts'
import { appCode } from '../suites/mfa.test-kit.ts'
import { type Flow, openFlows } from '../suites/oauth.test-kit.ts'
import { addAccount, enter } from '../suites/sub-accounts.test-kit.ts'
import { PASSWORD } from '../suites/users.test-kit.ts'

/** Maximum statements of a call after the process has read its keys, without `BEGIN` and `COMMIT`. */
const LIMITS = {
  me: 1,
  'me in a session of single sign-on': 2,
  'me of a user with required single sign-on': 2,
  'me of a member of 50 groups': 2,
  'me in a sub-account': 2,
  'me of a member of 20 accounts': 1,
  'me by a token of hosted login': 1,
  refresh: 4,
  'refresh of a session of single sign-on': 4,
  'refresh of a user with required single sign-on': 4,
  'refresh of a member of 50 groups': 4,
  'refresh into a sub-account': 4,
  'refresh of hosted login': 4,
  'password sign-in': 17,
  'sign-in on a known device': 19,
  'password of a user with a second factor': 10,
  'second factor': 17,
  'sign-in by a passkey': 16,
  'authorization by hosted login': 4,
  'exchange of an authorization code': 9,
  'users list': 3,
  'users list with a capped count': 3,
  'users list in a session of single sign-on': 4,
  'users list by a member of 50 groups': 4,
  'users list of a sub-account': 4,
  'users list by an API token of the account': 4,
  'users search with a capped count': 2,
  'token exchange': 5,
}

const EMAIL = 'ada@acme.test'
const CAPPED = `${API_PREFIX}${members.listMembers.path}?offset=0&limit=20&capped=true`

interface Session {
  token: string
  cookie: string
}

/** Makes Tom a member of 50 groups with two roles. */
const joinGroups = async ({ store }: Kit) => {
  const ids = Array.from({ length: 50 }, (_, at) => `group ${at}`)
  await store.roles.insert(aRoleRecord({ id: 'of groups', tenantId: 'acme' }))
  await store.groups.insertMany(ids.map((id) => aGroupRecord({ id, roleIds: '["member","of groups"]' })))
  await store.members.update({ tenantId: 'acme', userId: 'tom' }, { groupIds: JSON.stringify(ids) })
}

/** Requires of the users of Globex that they sign in through its connection, as Gia's session did. */
const requireSso = async ({ store }: Kit) => {
  const at = { createdAt: 0, updatedAt: 0 }
  const facts = { enabled: true, ssoEndpoint: 'https://idp.globex.test', publicCertificate: 'a certificate' }
  await store.ssoConnections.insert(anSsoConnectionRecord({ id: 'globex', tenantId: 'globex', ...facts }))
  const domain = { connectionId: 'globex', tenantId: 'globex', domain: 'globex.test', validated: true }
  await store.ssoDomains.insert({ id: 'globex.test', ...domain, createdAt: 0 })
  await store.ssoSetups.insert({ id: 'globex', tenantId: 'globex', ...EMPTY_SETUP, enforced: true, ...at })
  await store.sessions.update({ userId: 'gia' }, { amr: '["sso","sso:globex","held:0:[\\"fe.*\\"]"]' })
}

/** Makes Max a member of 20 accounts with a role of its own in each. */
const joinAccounts = async ({ store }: Kit) => {
  const ids = Array.from({ length: 18 }, (_, at) => `account ${at}`)
  await store.tenants.insertMany(ids.map((id) => aTenantRecord({ id })))
  await store.roles.insertMany(ids.map((id) => aRoleRecord({ id, tenantId: id })))
  const place = { userId: 'max', email: 'max@multi.test' }
  await store.members.insertMany(
    ids.map((id) => aMemberRecord({ id, tenantId: id, ...place, roleIds: JSON.stringify([id]) })),
  )
}

/** Adds an account below Acme with a user, where Ada may work, and returns Ada's token for it. */
const openBelow = async (kit: Kit, { token }: Session): Promise<string> => {
  await addAccount(kit, 'bergen', 'Bergen', 'acme')
  const member = { id: 'below', tenantId: 'bergen', userId: 'sam', email: 'sam@globex.test', roleIds: '["member"]' }
  await kit.store.members.insert(aMemberRecord(member))
  await kit.store.members.update({ tenantId: 'acme', userId: 'ada' }, { subAccountAccess: true })
  return (await enter(kit, token, 'bergen')).body.accessToken
}

/** Registers a passkey of Mel. */
const registerPasskey = async (kit: Kit) => {
  const { token } = await kit.signIn('mel@acme.test')
  const key = createAuthenticator()
  const { challenge } = (await kit.call('POST', passkeys.listDevices.path, { body: {}, token })).body.options
  const body = { ...key.register(challenge), deviceType: 'Platform' }
  await kit.call('POST', passkeys.verifyDeviceRegistration.path, { body, token })
  return key
}

describe('Statements of a call on PostgreSQL', () => {
  let server: TemporaryPostgres | undefined
  let kit: Kit
  let session: Session
  let bySso: Session
  let bound: Session
  let inGroups: Session
  let inAccounts: Session
  let below = ''
  let hosted = { token: '', refreshToken: '', code: '' }
  let challenge = ''
  let key: ReturnType<typeof createAuthenticator>
  let device = ''
  let ofAccount = ''
  let credential: { clientId: string; secret: string }
  const recorded = recordStatements()

  before(async () => {
    server = await startPostgres()
    const { url } = server
    kit = await openKit(() => openPostgresStore(url))
    await kit.reset()
    kit.peer.address = '203.0.113.7'
    bySso = await kit.signIn(EMAIL)
    const [first] = await kit.store.sessions.list({ userId: 'ada' })
    await kit.store.sessions.update({ id: first?.id ?? '' }, { amr: '["sso","sso:saml-1","held:0:[\\"fe.*\\"]"]' })
    bound = await kit.signIn('gia@globex.test')
    await requireSso(kit)
    session = await kit.signIn(EMAIL)
    const { body } = await kit.call('POST', API_PREFIX + tokensUser.createClientCredential.path, {
      token: session.token,
      body: { description: 'Nightly export', expiresInMinutes: null },
    })
    credential = { clientId: body.clientId, secret: body.secret }
    await joinGroups(kit)
    inGroups = await kit.signIn('tom@acme.test')
    await joinAccounts(kit)
    inAccounts = await kit.signIn('max@multi.test')
    below = await openBelow(kit, session)
    key = await registerPasskey(kit)
    flow = await flows.start()
    ofAccount = (await makeAccessToken(kit, session.token, ['admin'])).bearer
  })
  after(async () => {
    recorded.end()
    await kit.close()
    await server?.stop()
  })

  const flows = openFlows(() => kit)
  let flow: Flow
  const get = (path: string, token: string) => kit.call('GET', path, { token })
  const me = (token: string) => get(API_PREFIX + sessionTable.getMe.path, token)
  const refresh = async (of: Session, body?: { tenantId: string }) => {
    const response = await kit.refresh(of.cookie, body)
    of.cookie = response.cookies[0]?.split(';')[0] ?? ''
    return response
  }
  /** Lets time pass, and the process read again what all requests share. */
  const wait = async (ms: number) => {
    kit.time.now += ms
    await kit.signIn('rea@acme.test')
  }
  /** Lets a refresh rotate its token, because one within the grace time yields the same successor again. */
  const endGrace = () => wait(2 * kit.config.refreshGraceSeconds * 1_000)
  const startHosted = async () => {
    const { body } = await flows.exchange(await flows.codeOf(flow), flow.verifier)
    hosted = { ...hosted, token: body.access_token, refreshToken: body.refresh_token }
  }
  const askForFactor = async () => {
    const response = await kit.login('mia@acme.test')
    challenge = response.body.mfaToken
    return response
  }

  const calls: Record<keyof typeof LIMITS, () => Promise<CallResponse>> = {
    me: () => me(session.token),
    'me in a session of single sign-on': () => me(bySso.token),
    'me of a user with required single sign-on': () => me(bound.token),
    'me of a member of 50 groups': () => me(inGroups.token),
    'me in a sub-account': () => me(below),
    'me of a member of 20 accounts': () => me(inAccounts.token),
    'me by a token of hosted login': () => me(hosted.token),
    'password sign-in': () =>
      kit.call('POST', login.login.path, { cookie: session.cookie, body: { email: EMAIL, password: PASSWORD } }),
    'sign-in on a known device': async () => {
      const response = await kit.call('POST', login.login.path, {
        cookie: device,
        body: { email: EMAIL, password: PASSWORD },
      })
      device = response.cookies.map((cookie) => cookie.split(';')[0]).join('; ')
      return response
    },
    'password of a user with a second factor': askForFactor,
    'sign-in by a passkey': () => kit.call('POST', login.webauthnPostLogin.path, { body: key.sign(challenge) }),
    'authorization by hosted login': () => flows.ask(flow),
    'exchange of an authorization code': () => flows.exchange(hosted.code, flow.verifier),
    'users list': () => get(`${API_PREFIX}${users.listUsersV3.path}?_limit=20`, session.token),
    'users list with a capped count': () => get(CAPPED, session.token),
    'users list in a session of single sign-on': () => get(CAPPED, bySso.token),
    'users list by a member of 50 groups': () => get(CAPPED, inGroups.token),
    'users list of a sub-account': () => get(CAPPED, below),
    'users list by an API token of the account': () => get(CAPPED, ofAccount),
    'users search with a capped count': () => get(`${CAPPED}&search=an`, session.token),
    'token exchange': () => kit.call('POST', API_PREFIX + apiTokens.exchangeApiToken.path, { body: credential }),
    // Time passes before the next ones, so tokens of earlier sessions expire.
    refresh: () => refresh(session),
    'refresh of a session of single sign-on': () => refresh(bySso),
    'refresh of a user with required single sign-on': () => refresh(bound),
    'refresh of a member of 50 groups': () => refresh(inGroups),
    'refresh into a sub-account': () => refresh(session, { tenantId: 'bergen' }),
    'refresh of hosted login': async () => {
      const response = await flows.refresh(hosted.refreshToken)
      hosted.refreshToken = response.body.refresh_token
      return response
    },
    'second factor': async () => {
      const body = { mfaToken: challenge, value: await appCode(kit) }
      return kit.call('POST', mfaLogin.verifyCode.path, { body })
    },
  }

  /** Prepares calls whose input can be used only once. */
  const prepare: Partial<Record<keyof typeof LIMITS, () => Promise<unknown>>> = {
    'me by a token of hosted login': startHosted,
    refresh: endGrace,
    'refresh of a session of single sign-on': endGrace,
    'refresh of a user with required single sign-on': endGrace,
    'refresh of a member of 50 groups': endGrace,
    'refresh into a sub-account': endGrace,
    'refresh of hosted login': async () => {
      if (!hosted.refreshToken) await startHosted()
      await endGrace()
    },
    'second factor': async () => {
      // An app's code is accepted once.
      await wait(60_000)
      await askForFactor()
    },
    'sign-in by a passkey': async () => {
      const { body } = await kit.call('POST', login.webauthnPreLogin.path, { body: {} })
      challenge = body.options.challenge
    },
    'exchange of an authorization code': async () => {
      hosted.code = await flows.codeOf(flow)
    },
  }

  for (const [title, call] of Object.entries(calls)) {
    const name = title as keyof typeof LIMITS
    const limit = LIMITS[name]
    it(`${name}: ${limit} at most`, async (test) => {
      await prepare[name]?.()
      await call()
      await prepare[name]?.()
      const { result, statements } = await recorded.during(call)
      assert.ok(result.status === 200 || result.status === 302, JSON.stringify(result.body))
      test.diagnostic(`${name}: ${statements.length} statements`)
      assert.ok(statements.length <= limit, `${statements.length} statements:\n${statements.join('\n')}`)
    })
  }
})
