import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { apiTokens, tokensUser } from '../../contract/api-tokens.ts'
import { login } from '../../contract/login.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session as sessionTable } from '../../contract/session.ts'
import { members, users } from '../../contract/users.ts'
import { startPostgres, type TemporaryPostgres } from '../../testing/postgres.ts'
import { recordStatements } from '../../testing/statements.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { makeAccessToken } from '../suites/guarantor.test-kit.ts'
import { type CallResponse, type Kit, openKit } from '../suites/kit.test-kit.ts'
import { PASSWORD } from '../suites/users.test-kit.ts'

/** Maximum statements of a call after the process has read its keys, without `BEGIN` and `COMMIT`. */
const LIMITS = {
  me: 2,
  'me in a session of single sign-on': 3,
  refresh: 4,
  'password sign-in': 18,
  'sign-in on a known device': 20,
  'users list': 4,
  'users list with a capped count': 4,
  'users search with a capped count': 4,
  'token exchange': 9,
  'users list by an API token of the account': 9,
}

const EMAIL = 'ada@acme.test'

describe('Statements of a call on PostgreSQL', () => {
  let server: TemporaryPostgres | undefined
  let kit: Kit
  let session: { token: string; cookie: string }
  let bySso: { token: string; cookie: string }
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
    session = await kit.signIn(EMAIL)
    const { body } = await kit.call('POST', API_PREFIX + tokensUser.createClientCredential.path, {
      token: session.token,
      body: { description: 'Nightly export', expiresInMinutes: null },
    })
    credential = { clientId: body.clientId, secret: body.secret }
    ofAccount = (await makeAccessToken(kit, session.token, ['admin'])).bearer
  })
  after(async () => {
    recorded.end()
    await kit.close()
    await server?.stop()
  })

  const calls: Record<keyof typeof LIMITS, () => Promise<CallResponse>> = {
    me: () => kit.call('GET', API_PREFIX + sessionTable.getMe.path, { token: session.token }),
    'me in a session of single sign-on': () =>
      kit.call('GET', API_PREFIX + sessionTable.getMe.path, { token: bySso.token }),
    'users list': () => kit.call('GET', `${API_PREFIX}${users.listUsersV3.path}?_limit=20`, { token: session.token }),
    'users list with a capped count': () =>
      kit.call('GET', `${API_PREFIX}${members.listMembers.path}?offset=0&limit=20&capped=true`, {
        token: session.token,
      }),
    'users search with a capped count': () =>
      kit.call('GET', `${API_PREFIX}${members.listMembers.path}?offset=0&limit=20&capped=true&search=an`, {
        token: session.token,
      }),
    'users list by an API token of the account': () =>
      kit.call('GET', `${API_PREFIX}${users.listUsersV3.path}?_limit=20`, { token: ofAccount }),
    'token exchange': () => kit.call('POST', API_PREFIX + apiTokens.exchangeApiToken.path, { body: credential }),
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
    refresh: async () => {
      const response = await kit.refresh(session.cookie)
      session.cookie = response.cookies[0]?.split(';')[0] ?? ''
      return response
    },
  }

  /** Within the grace time a refresh token yields the same successor; it is rotated only afterwards. */
  const endGrace = async () => {
    kit.time.now += 2 * kit.config.refreshGraceSeconds * 1_000
    await calls.me()
  }

  for (const [name, call] of Object.entries(calls)) {
    const limit = LIMITS[name as keyof typeof LIMITS]
    it(`${name}: ${limit} at most`, async (test) => {
      await call()
      if (name === 'refresh') await endGrace()
      const { result, statements } = await recorded.during(call)
      assert.equal(result.status, 200, JSON.stringify(result.body))
      test.diagnostic(`${name}: ${statements.length} statements`)
      assert.ok(statements.length <= limit, `${statements.length} statements:\n${statements.join('\n')}`)
    })
  }
})
