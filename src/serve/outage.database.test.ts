import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { report } from '../backend/prove/report.test-kit.ts'
import { login } from '../contract/login.ts'
import { portal } from '../contract/portal.ts'
import { session } from '../contract/session.ts'
import { team } from '../contract/users.ts'
import { type Pooler, startPooler } from '../testing/pgbouncer.ts'
import { startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { startMailServer } from './serve.test-kit.ts'
import { type Browser, createBrowser, type Served, startProductionServer } from './served.test-kit.ts'

const EMAIL = 'grace@example.com'
const MAX_LINES = 10
const LOOK_MS = 50

/** PgBouncer retries a failed server only after 15 s (`server_login_retry`), so recovery through it takes longer. */
const WAYS = [
  { way: 'directly', isPooled: false, maxRecoveryMs: 5_000 },
  { way: 'through PgBouncer in transaction mode', isPooled: true, maxRecoveryMs: 20_000 },
]

const describeOutage = ({ way, isPooled, maxRecoveryMs }: (typeof WAYS)[number]) => {
  let server: TemporaryPostgres
  let pooler: Pooler | undefined
  let mail: Awaited<ReturnType<typeof startMailServer>>
  let served: Served
  let browser: Browser
  let start: (() => Promise<void>) | undefined
  let quiet = 0
  before(async () => {
    server = await startPostgres()
    pooler = isPooled ? await startPooler(server.url) : undefined
    mail = await startMailServer()
    const database = { DATABASE_URL: pooler?.urlOf(server.url) ?? server.url, DATABASE_DIRECT_URL: server.url }
    served = await startProductionServer({ ...database, SMTP_URL: mail.url })
    browser = createBrowser(served.url)
    await browser.signUp(EMAIL, mail)
    quiet = served.process.output().length
  })
  after(async () => {
    served?.process.child.kill('SIGKILL')
    mail?.close()
    await start?.()
    await pooler?.stop()
    await server?.stop()
  })

  /** Returns calls by token, by cookie, and without either. */
  const calls = () => [
    browser.send(session.getMe),
    browser.send(session.refreshSession, { tenantId: null }),
    browser.call('GET', `${team.listMembers.path}?_offset=0&_limit=10`),
    browser.send(login.login, { email: EMAIL, password: 'wrong' }),
    browser.send(portal.getVendorPublicPolicy),
  ]

  it('refuses calls with 503 and Retry-After, and logs it in a few lines', async (test) => {
    if (!server.takeDown) return test.diagnostic('not on the server of DATABASE_URL: it is not ours to stop')
    start = await server.takeDown()
    const { status, body } = await browser.call('GET', '/health/ready')
    assert.equal(status, 503)
    assert.deepEqual(body.checks, { database: 'unreachable', migrations: 'unknown', queue: 'ok' })
    // The vendor's settings are cached for a second (src/decisions/0112-reads-that-are-remembered.md).
    await until(async () => (await browser.send(portal.getVendorPublicPolicy)).status === 503)
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(calls())
      for (const { status, text, headers } of replies) {
        assert.equal(status, 503, text)
        assert.equal(headers.get('Retry-After'), '3')
        assert.deepEqual(headers.getSetCookie(), [])
        assert.match(text, /unavailable for a moment/)
      }
    }
    assert.equal((await browser.call('GET', '/health/live')).status, 200)
    const lines = served.process.output().slice(quiet).trim().split('\n')
    test.diagnostic(lines.join(' | '))
    assert.ok(lines.length <= MAX_LINES, lines.join('\n'))
    assert.equal(lines.filter((line) => line.includes('The database is away')).length, 1)
  })

  it('serves again soon after it is back, to users who are still signed in', async (test) => {
    if (!start) return test.diagnostic('it was not stopped')
    await start()
    start = undefined
    const backAt = performance.now()
    await until(async () => {
      await wait(LOOK_MS)
      return (await browser.call('GET', '/health/ready')).status === 200
    }, maxRecoveryMs)
    assert.equal((await browser.send(session.refreshSession, { tenantId: null })).status, 200)
    assert.equal((await browser.send(session.getMe)).body.email, EMAIL)
    const recoveryMs = performance.now() - backAt
    report({
      row: 62,
      wanted: `users are served again within ${maxRecoveryMs / 1_000} s after PostgreSQL, reached ${way}, is back`,
      reached: `${Math.round(recoveryMs)} ms`,
      ok: recoveryMs < maxRecoveryMs,
    })
    assert.match(served.process.output(), /The database is back after \d+ s/)
  })

  it('ends on SIGTERM without an error while its database is away', async (test) => {
    if (!server.takeDown) return test.diagnostic('not on the server of DATABASE_URL: it is not ours to stop')
    start = await server.takeDown()
    await browser.call('GET', '/health/ready')
    served.process.child.kill('SIGTERM')
    assert.equal(await served.process.ended, 0)
  })
}

for (const each of WAYS)
  describe(`The production server without its PostgreSQL, reached ${each.way}`, () => describeOutage(each))
