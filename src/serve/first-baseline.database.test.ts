import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Client } from 'pg'
import { type NodeBackend, openNodeBackend } from '../backend/node.ts'
import { auditLog } from '../contract/audits.ts'
import { session } from '../contract/session.ts'
import { ssoConfigs } from '../contract/sso.ts'
import { team } from '../contract/users.ts'
import { freePorts } from '../testing/ports.ts'
import { postgresMissing, startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { createApi } from './api.ts'
import { restoreFirstBaseline } from './first-baseline.test-kit.ts'
import { serveBackend } from './serve.ts'
import { APP, type Browser, createBrowser } from './served.test-kit.ts'

const EMAIL = 'ada@acme.test'

const restore = async (url: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await restoreFirstBaseline((text) => client.query(text))
  await client.end()
}

describe('The database of an old release', { skip: postgresMissing() }, () => {
  let server: TemporaryPostgres
  let backend: NodeBackend
  let served: Awaited<ReturnType<typeof serveBackend>>
  let browser: Browser

  before(async () => {
    server = await startPostgres()
    await restore(server.url)
    const port = await freePorts(1)
    const apiUrl = `http://localhost:${port}`
    backend = await openNodeBackend({ databaseUrl: server.url, apiUrl, appUrl: APP })
    served = await serveBackend(backend, createApi(backend.fetch, apiUrl), {
      host: '127.0.0.1',
      port,
      shutdown: { graceMs: 0, limitMs: 5_000 },
    })
    browser = createBrowser(apiUrl)
  })
  after(async () => {
    await served?.close()
    await server?.stop()
  })

  it('is brought up to date at the start, and its users sign in with their passwords', async () => {
    const signedIn = await browser.signIn(EMAIL)
    assert.equal(signedIn.status, 200, signedIn.text)
    assert.equal((await browser.send(session.getMe)).body.email, EMAIL)
  })

  it('keeps the members of an account and its single sign-on connections', async () => {
    const listed = await browser.call('GET', `${team.listMembers.path}?_offset=0&_limit=50`)
    assert.equal(listed.status, 200, listed.text)
    const emails = listed.body.items.map(({ email }: { email: string }) => email)
    assert.ok(emails.includes('mia@acme.test'), emails.join(', '))
    const connections = await browser.send(ssoConfigs.listConfigs)
    assert.equal(connections.status, 200, connections.text)
  })

  it('keeps the audit log without a gap and continues it', async () => {
    const { status, body, text } = await browser.send(auditLog.verifyAudits)
    assert.equal(status, 200, text)
    assert.equal(body.problem, null)
    assert.equal(body.firstSeq, 1)
    assert.ok(body.lastSeq > 181, text)
  })
})
