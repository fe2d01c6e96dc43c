import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sessionConfig } from '../../contract/security.ts'
import { session } from '../../contract/session.ts'
import { sessionLimits } from '../../contract/session-limits.ts'
import type { Kit } from './kit.test-kit.ts'

const ME = session.getMe.path
const CONFIG = sessionConfig.saveSessionConfig.path
const KEEP = sessionLimits.keepSession.path
const MINUTE = 60_000

const IDLE = { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 900 } }
const ABSOLUTE = { sessionTimeoutConfiguration: { isActive: true, timeout: 3_600 } }
const TWO = { sessionConcurrentConfiguration: { isActive: true, maxSessions: 2 } }

const cookieOf = (response: { cookies: string[] }) => response.cookies[0]?.split(';')[0] ?? ''

export const describeSessionLimits = (kit: () => Kit): void => {
  const limit = async (config: object) => {
    const { token } = await kit().signIn('ada@acme.test')
    assert.equal((await kit().call('POST', CONFIG, { token, body: config })).status, 200)
  }
  const keep = (token: string, active: boolean) => kit().call('POST', KEEP, { token, body: { active } })
  const later = (ms: number) => {
    kit().time.now += ms
  }

  it('has no limits until an administrator sets them', async () => {
    const { token } = await kit().signIn('mel@acme.test')
    assert.deepEqual((await keep(token, true)).body, {})
    const admin = await kit().signIn('ada@acme.test')
    const { body } = await kit().call('GET', CONFIG, admin)
    assert.deepEqual(
      [body.sessionIdleTimeoutConfiguration.isActive, body.sessionConcurrentConfiguration.maxSessions],
      [false, 10],
    )
  })

  it('ends a session whose owner was inactive for the idle time, including its token and cookie', async () => {
    await limit(IDLE)
    const { token, cookie } = await kit().signIn('mel@acme.test')
    assert.deepEqual((await keep(token, true)).body, { idleTimeout: 900, idleLeft: 900 })
    later(14 * MINUTE)
    const next = await kit().refresh(cookie)
    assert.equal(next.status, 200)
    later(MINUTE)
    assert.equal((await kit().refresh(cookieOf(next))).status, 401)
    assert.equal((await kit().call('GET', ME, { token: next.body.accessToken })).status, 401)
  })

  it('does not bring back what the earlier limit ended when the limit becomes longer, or is turned off', async () => {
    for (const longer of [
      { isActive: true, timeout: 86_400 },
      { isActive: false, timeout: 900 },
    ]) {
      await limit(IDLE)
      const { cookie } = await kit().signIn('mel@acme.test')
      later(16 * MINUTE)
      const busy = await kit().signIn('mel@acme.test')
      await limit({ sessionIdleTimeoutConfiguration: longer })
      assert.equal((await kit().refresh(cookie)).status, 401)
      assert.equal((await kit().refresh(busy.cookie)).status, 200)
    }
  })

  it('continues for as long as its owner is active', async () => {
    await limit(IDLE)
    let { token, cookie } = await kit().signIn('mel@acme.test')
    for (let round = 0; round < 10; round += 1) {
      later(4 * MINUTE)
      const next = await kit().refresh(cookie)
      token = next.body.accessToken
      cookie = cookieOf(next)
      assert.equal((await keep(token, true)).body.idleLeft, 900)
    }
    assert.equal((await kit().call('GET', ME, { token })).status, 200)
  })

  it('reports the time left without counting the request as activity', async () => {
    await limit(IDLE)
    const { token } = await kit().signIn('mel@acme.test')
    later(4 * MINUTE)
    assert.equal((await keep(token, false)).body.idleLeft, 660)
    assert.equal((await keep(token, false)).body.idleLeft, 660)
  })

  it('counts refreshes as activity where a client reports none', async () => {
    await limit(IDLE)
    let { cookie } = await kit().signIn('mel@acme.test')
    for (let round = 0; round < 4; round += 1) {
      later(14 * MINUTE)
      const next = await kit().refresh(cookie)
      assert.equal(next.status, 200)
      cookie = cookieOf(next)
    }
    later(15 * MINUTE)
    assert.equal((await kit().refresh(cookie)).status, 401)
  })

  it('counts a refresh that returns no new refresh token as activity, too', async () => {
    await limit(IDLE)
    const { cookie } = await kit().signIn('mel@acme.test')
    const next = cookieOf(await kit().refresh(cookie))
    later(10_000)
    for (const used of [next, cookie]) assert.equal(cookieOf(await kit().refresh(used)), next)
    later(15 * MINUTE - 1)
    assert.equal((await kit().refresh(next)).status, 200)
  })

  it('requires a new sign-in after the absolute time, however active the user is', async () => {
    await limit(ABSOLUTE)
    let { token, cookie } = await kit().signIn('mel@acme.test')
    for (let round = 0; round < 14; round += 1) {
      later(4 * MINUTE)
      const next = await kit().refresh(cookie)
      token = next.body.accessToken
      cookie = cookieOf(next)
      assert.equal((await keep(token, true)).body.absoluteLeft, 3_600 - 240 * (round + 1))
    }
    later(4 * MINUTE)
    assert.equal((await kit().refresh(cookie)).status, 401)
    assert.equal((await kit().call('GET', ME, { token })).status, 401)
    assert.equal((await kit().login('mel@acme.test')).status, 200)
  })

  it('ends the oldest session when there are more than allowed', async () => {
    await limit(TWO)
    const first = await kit().signIn('mel@acme.test')
    later(MINUTE)
    const second = await kit().signIn('mel@acme.test')
    later(MINUTE)
    const third = await kit().signIn('mel@acme.test')
    const status = async ({ token }: { token: string }) => (await kit().call('GET', ME, { token })).status
    assert.deepEqual([await status(first), await status(second), await status(third)], [401, 200, 200])
    assert.equal((await kit().refresh(first.cookie)).status, 401)
  })

  it('keeps exactly the allowed number when ten sign-ins arrive at once', async () => {
    await limit(TWO)
    await Promise.all(Array.from({ length: 10 }, () => kit().signIn('mel@acme.test')))
    assert.equal(await kit().store.sessions.count({ userId: 'mel', revokedAt: null }), 2)
  })

  it('applies new limits to open sessions of this account only', async () => {
    const mel = await kit().signIn('mel@acme.test')
    const gia = await kit().signIn('gia@globex.test')
    await limit(IDLE)
    later(16 * MINUTE)
    assert.equal((await kit().refresh(mel.cookie)).status, 401)
    assert.equal((await kit().refresh(gia.cookie)).status, 200)
  })

  it('applies the limits of the account that a user switches to', async () => {
    await limit(IDLE)
    const max = await kit().signIn('max@multi.test')
    const globex = await kit().refresh(max.cookie, { tenantId: 'globex' })
    assert.deepEqual((await keep(globex.body.accessToken, true)).body, {})
    const acme = await kit().refresh(cookieOf(globex), { tenantId: 'acme' })
    assert.equal((await keep(acme.body.accessToken, true)).body.idleTimeout, 900)
  })

  it('refuses limits that make no sense, and users who may not set them', async () => {
    const admin = await kit().signIn('ada@acme.test')
    const wrong = [
      { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 5 } },
      { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 900.5 } },
      { sessionTimeoutConfiguration: { isActive: true, timeout: 40_000_000 } },
      { sessionConcurrentConfiguration: { isActive: true, maxSessions: 0 } },
      { sessionConcurrentConfiguration: { isActive: 'yes', maxSessions: 2 } },
    ]
    for (const body of wrong) assert.equal((await kit().call('POST', CONFIG, { ...admin, body })).status, 400)
    const reader = await kit().signIn('sec@acme.test')
    assert.equal((await kit().call('GET', CONFIG, reader)).status, 200)
    assert.equal((await kit().call('POST', CONFIG, { ...reader, body: IDLE })).status, 403)
    assert.equal((await kit().call('GET', CONFIG, await kit().signIn('mel@acme.test'))).status, 403)
  })
}
