import assert from 'node:assert/strict'
import { it } from 'node:test'
import { login } from '../../contract/login.ts'
import { sessions } from '../../contract/me.ts'
import { fillPath } from '../../contract/path.ts'
import { session as sessionTable } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { forgeriesOf } from './forgeries.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const ME = sessionTable.getMe.path
const LOGOUT = sessionTable.logout.path
const SESSIONS = sessions.listSessions.path

const cookieOf = (response: { cookies: string[] }) => response.cookies[0]?.split(';')[0] ?? ''

/** Runs `change` after a sign-in was checked and before its session is stored. */
const beforeNextSession = ({ store }: Kit, change: (userId: string) => Promise<unknown>): void => {
  const { sessions: collection } = store
  const insert = collection.insert.bind(collection)
  collection.insert = async (row) => {
    collection.insert = insert
    await change(row.userId)
    return insert(row)
  }
}

const CHANGES_DURING_A_SIGN_IN = [
  { what: 'the password changes', patch: { passwordHash: 'fake:another password' } },
  { what: 'the first proof of the email drops the password', patch: { passwordHash: null } },
  { what: 'the user is locked', patch: { lockedAt: 1 } },
]

export const describeSessions = (kit: () => Kit): void => {
  for (const { what, patch } of CHANGES_DURING_A_SIGN_IN) {
    it(`starts no session when ${what} during the sign-in`, async () => {
      const { store } = kit()
      beforeNextSession(kit(), (id) => store.users.update({ id }, patch))
      const { status, cookies } = await kit().login('mel@acme.test')
      assert.deepEqual([status, cookies], [401, []])
      const user = await store.users.find({ email: 'mel@acme.test' })
      assert.equal(await store.sessions.count({ userId: user?.id ?? '', revokedAt: null }), 0)
    })
  }

  it('returns the same successor to ten simultaneous refreshes and signs no user out', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    const responses = await Promise.all(Array.from({ length: 10 }, () => kit().refresh(cookie)))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
    assert.equal(new Set(responses.map(cookieOf)).size, 1)
    assert.notEqual(cookieOf(responses[0] ?? { cookies: [] }), cookie)
    assert.equal((await kit().refresh(cookieOf(responses[3] ?? { cookies: [] }))).status, 200)
  })

  it('returns the same successor for the predecessor within the grace time', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    const first = await kit().refresh(cookie)
    kit().time.now += kit().config.refreshGraceSeconds * 1_000
    const late = await kit().refresh(cookie)
    assert.deepEqual([late.status, cookieOf(late)], [200, cookieOf(first)])
  })

  it('keeps a successor unchanged while its predecessor may still be used, and continues afterwards', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    const second = cookieOf(await kit().refresh(cookie))
    kit().time.now += kit().config.refreshGraceSeconds * 1_000
    const responses = [await kit().refresh(second), await kit().refresh(cookie), await kit().refresh(second)]
    assert.deepEqual(
      responses.map((response) => [response.status, cookieOf(response)]),
      responses.map(() => [200, second]),
    )
    kit().time.now += 1
    const third = cookieOf(await kit().refresh(second))
    assert.notEqual(third, second)
    assert.equal(cookieOf(await kit().refresh(second)), third)
  })

  it('ends the whole family when a token is reused after the grace time, and records it', async () => {
    const { cookie, token } = await kit().signIn('ada@acme.test')
    const next = cookieOf(await kit().refresh(cookie))
    kit().time.now += kit().config.refreshGraceSeconds * 1_000 + 1_000
    const reused = await kit().refresh(cookie)
    assert.deepEqual([reused.status, reused.cookies], [401, []])
    assert.equal((await kit().refresh(next)).status, 401)
    assert.equal((await kit().call('GET', ME, { token })).status, 401)
    assert.equal(await kit().store.audits.count({ action: 'Refresh token reused' }), 1)
  })

  it('refuses invented, altered and expired refresh tokens without clearing anything', async () => {
    const { cookie } = await kit().signIn('ada@acme.test')
    const [name, value = ''] = cookie.split('=')
    const [id, , mac] = value.split('.')
    for (const forged of ['', 'x', `${id}.1.${mac}`, `${value}x`, `${value}.`, `${id}.0.`, `constructor.0.${mac}`]) {
      const response = await kit().refresh(`${name}=${forged}`)
      assert.deepEqual([response.status, response.cookies], [401, []], forged)
    }
    assert.equal((await kit().refresh('')).status, 401)
    kit().time.now += (kit().config.sessionSeconds + 1) * 1_000
    assert.equal((await kit().refresh(cookie)).status, 401)
  })

  it('switches the tenant on refresh for members, and changes nothing for others', async () => {
    const { cookie } = await kit().signIn('max@multi.test')
    const globex = await kit().refresh(cookie, { tenantId: 'globex' })
    assert.equal(globex.body.tenantId, 'globex')
    const stay = await kit().refresh(cookieOf(globex), { tenantId: null })
    assert.equal(stay.body.tenantId, 'globex')
    const ada = await kit().signIn('ada@acme.test')
    assert.equal((await kit().refresh(ada.cookie, { tenantId: 'globex' })).status, 403)
    assert.equal((await kit().refresh(ada.cookie)).body.tenantId, 'acme')
  })

  it('ends the session on logout: token, cookie and family', async () => {
    const { cookie, token } = await kit().signIn('ada@acme.test')
    const response = await kit().call('POST', LOGOUT, { cookie })
    assert.equal(response.status, 200)
    assert.match(response.cookies[0] ?? '', /Max-Age=0/)
    assert.equal((await kit().call('GET', ME, { token })).status, 401)
    assert.equal((await kit().refresh(cookie)).status, 401)
    assert.equal((await kit().call('POST', LOGOUT)).status, 200)
  })

  it('shows the user’s own sessions, and ends one of them or all others', async () => {
    const first = await kit().signIn('ada@acme.test')
    const second = await kit().signIn('ada@acme.test')
    const other = await kit().signIn('mel@acme.test')
    const list = (await kit().call('GET', SESSIONS, { token: first.token })).body
    assert.equal(list.length, 2)
    const { id } = list.find((session: { current: boolean }) => !session.current)
    assert.equal(
      (await kit().call('DELETE', fillPath(sessions.deleteSession.path, { id }), { token: other.token, body: {} }))
        .status,
      404,
    )
    assert.equal(
      (await kit().call('DELETE', fillPath(sessions.deleteSession.path, { id }), { token: first.token })).status,
      200,
    )
    assert.equal((await kit().refresh(second.cookie)).status, 401)
    await kit().signIn('ada@acme.test')
    assert.equal((await kit().call('DELETE', sessions.deleteAllSessions.path, { token: first.token })).status, 200)
    assert.equal((await kit().call('GET', SESSIONS, { token: first.token })).body.length, 1)
    assert.equal((await kit().call('GET', sessions.getCurrentSession.path, { token: first.token })).body.current, true)
  })

  it('never reuses an earlier session id', async () => {
    const first = await kit().signIn('ada@acme.test')
    const body = { email: 'ada@acme.test', password: 'Correct-Horse-9' }
    const again = await kit().call('POST', login.login.path, { cookie: first.cookie, body })
    assert.notEqual(cookieOf(again).split('.')[0], first.cookie.split('.')[0])
  })

  it('accepts a token up to 30 s after it expires and refuses it after that', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    kit().time.now += (300 + 29) * 1_000
    assert.equal((await kit().call('GET', ME, { token })).status, 200)
    kit().time.now += 31_000
    assert.equal((await kit().call('GET', ME, { token })).status, 401)
  })

  it('refuses forged access tokens of every kind', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const forgeries = await forgeriesOf(kit(), token)
    assert.ok(forgeries.length >= 40)
    for (const [name, forged] of forgeries) {
      assert.equal((await kit().call('GET', ME, { token: forged })).status, 401, name)
    }
    assert.equal((await kit().call('GET', ME, { token })).status, 200)
  })

  it('lists the tenants of a user and switches between them, never to a foreign one', async () => {
    const { token, cookie } = await kit().signIn('max@multi.test')
    for (const { path } of [sessionTable.getMyTenantsV1, sessionTable.getMyTenantsV3]) {
      const { body } = await kit().call('GET', path, { token })
      assert.deepEqual([body.tenants.length, body.activeTenant.id], [2, 'acme'])
    }
    assert.equal((await kit().call('GET', sessionTable.getMyTenantsV2.path, { token })).body.length, 2)
    const path = sessionTable.switchTenant.path
    assert.equal((await kit().call('PUT', path, { token, body: { tenantId: 'globex' } })).status, 200)
    assert.equal((await kit().refresh(cookie)).body.tenantId, 'globex')
    const ada = await kit().signIn('ada@acme.test')
    assert.equal((await kit().call('PUT', path, { token: ada.token, body: { tenantId: 'globex' } })).status, 403)
    const jwt = await kit().call('POST', users.getUserJwtForTenant.path, {
      token,
      body: { tenantId: 'globex' },
    })
    const me = await kit().call('GET', ME, { token: jwt.body.accessToken })
    assert.deepEqual([me.body.tenantId, me.body.roles[0].id], ['globex', 'admin'])
  })

  it('changes the user’s own profile and nothing that the server controls', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    const { body: before } = await kit().call('GET', `${sessionTable.getMe.path}?addRoles=true`, { token })
    const edited = {
      ...before,
      name: 'Mel B',
      superUser: true,
      email: 'x@evil.test',
      roles: [{ id: 'admin' }],
      verified: false,
    }
    const { body } = await kit().call('PUT', ME, { token, body: edited })
    assert.deepEqual(
      [body.name, body.email, body.superUser, body.roles[0].id, body.verified],
      ['Mel B', 'mel@acme.test', undefined, 'member', true],
    )
    assert.equal(
      (await kit().call('PUT', ME, { token, body: { profilePictureUrl: 'javascript:alert(1)' } })).status,
      400,
    )
    assert.equal((await kit().call('PUT', ME, { token, body: { name: 5 } })).status, 400)
    const authorization = await kit().call('GET', sessionTable.getMyAuthorization.path, { token })
    assert.equal(authorization.body.roles[0].key, 'member')
  })
}
