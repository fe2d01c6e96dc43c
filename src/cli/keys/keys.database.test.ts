import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, it, type TestContext } from 'node:test'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { portal } from '../../contract/portal.ts'
import { session } from '../../contract/session.ts'
import { startMailServer } from '../../serve/serve.test-kit.ts'
import { type RunningServer, serve } from '../../serve/serve.ts'
import { createBrowser, ENV } from '../../serve/served.test-kit.ts'
import { readServeSettings } from '../../serve/settings.ts'
import { temporaryData } from '../../testing/pglite.ts'
import { freePorts } from '../../testing/ports.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { keys } from './keys.ts'

const EMAIL = 'grace@example.com'
const NOW_MS = Date.now()
/** A new key signs after a minute; its predecessor is published until the longest token has ended. */
const KNOWN_MS = 61_000
const OVER_MS = 800_000

/** Base of relative paths; no setting here has one. */
const ROOT = tmpdir()
const FILES = { release: '', version: '', schemas: { components: { schemas: {} }, operations: {} } }

type Environment = Record<string, string>

/** A closing server would wait for kept-alive connections, although no call is in progress. */
const SHUTDOWN = { SHUTDOWN_SECONDS: '1' }

/** Starts a process at its own port; all of them have one issuer, as behind a load balancer. */
const start = async (env: Environment) => {
  const port = await freePorts(1)
  const server = await serve({ ...readServeSettings({ ...ENV, ...SHUTDOWN, ...env }, ROOT), port }, FILES)
  const url = `http://127.0.0.1:${server.port}`
  // The key set is cached until a token names a key that isn't in it.
  const keySet = createRemoteJWKSet(new URL(url + portal.getJwks.path))
  const verify = (token: string) => jwtVerify(token, keySet, { issuer: ENV.API_URL, audience: ENV.CLIENT_ID })
  const published = async () => {
    const { keys: found } = await (await fetch(url + portal.getJwks.path)).json()
    return (found as { kid: string }[]).map(({ kid }) => kid)
  }
  const isSignedIn = async (token: string) =>
    (await fetch(url + session.getMe.path, { headers: { Authorization: `Bearer ${token}` } })).status === 200
  return { server, url, verify, published, isSignedIn }
}

type Started = Awaited<ReturnType<typeof start>>

/** Returns the output of the command. */
const run = async (t: TestContext, env: Environment, ...args: string[]): Promise<string> => {
  const printed = t.mock.method(console, 'log', () => undefined)
  await keys(args, { ...ENV, ...env }, ROOT)
  printed.mock.restore()
  return printed.mock.calls.map(({ arguments: [line] }) => String(line)).join('\n')
}

const kidOf = (token: string) => String(decodeProtectedHeader(token).kid)

const assertTokens = async (servers: readonly Started[], tokens: readonly string[]) => {
  for (const { verify, isSignedIn } of servers)
    for (const token of tokens) {
      await verify(token)
      assert.equal(await isSignedIn(token), true)
    }
}

/** Signs a user up at one server; `at` selects the server of the user's calls. */
const signUp = async (url: string, mail: Awaited<ReturnType<typeof startMailServer>>) => {
  const browser = createBrowser(url)
  await browser.signUp(EMAIL, mail)
  return browser
}

const close = (servers: readonly { server: RunningServer }[]) =>
  Promise.all(servers.map(({ server }) => server.close()))

describe('front-entry keys', () => {
  it('rotates the key of two servers on one PostgreSQL without signing anyone out', {
    skip: postgresMissing(),
  }, async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
    const postgres = await startPostgres()
    const mail = await startMailServer()
    const env = { DATABASE_URL: postgres.url, SMTP_URL: mail.url }
    const servers = [await start(env), await start(env)] as const
    try {
      const browser = await signUp(servers[0].url, mail)
      const refresh = async (): Promise<string> =>
        (await browser.send(session.refreshSession, { tenantId: null })).body.accessToken
      const before = await refresh()
      await assertTokens(servers, [before])
      t.mock.timers.tick(KNOWN_MS)

      const [, made = ''] = /^Made the RS256 key (\S+)\. It is published/.exec(await run(t, env, 'rotate')) ?? []
      assert.match(await run(t, env, 'list'), new RegExp(`^${made}  RS256  \\S+Z  next\n${kidOf(before)} .* signing\n`))
      t.mock.timers.tick(KNOWN_MS / 2)
      const between = await refresh()
      assert.equal(kidOf(between), kidOf(before))
      for (const { published } of servers) assert.ok((await published()).includes(made))
      t.mock.timers.tick(KNOWN_MS / 2)
      const after = await refresh()
      assert.equal(kidOf(after), made)
      await assertTokens(servers, [before, between, after])

      t.mock.timers.tick(OVER_MS)
      assert.match(await run(t, env, 'rotate'), new RegExp(`Removed the key ${kidOf(before)}, whose`))
      t.mock.timers.tick(KNOWN_MS)
      for (const { published } of servers) assert.ok(!(await published()).includes(kidOf(before)))
      const last = await refresh()
      assert.notEqual(kidOf(last), made)
      await assertTokens(servers, [last])
      assert.match(await run(t, env, 'list'), new RegExp(`${kidOf(before)}  RS256  \\S+Z  ended`))
      const all = JSON.parse(await run(t, env, 'list', '--public')) as { keys: { kid: string; d?: string }[] }
      assert.ok(all.keys.some(({ kid }) => kid === kidOf(before)))
      assert.ok(all.keys.every((key) => key.d === undefined))
    } finally {
      await close(servers)
      mail.close()
      await postgres.stop()
    }
  })

  it('rotates the key of the embedded database while its server is stopped', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
    const folder = await temporaryData()
    const mail = await startMailServer()
    const env = { DATA_DIR: folder, SMTP_URL: mail.url, PORT: String(await freePorts(1)) }
    const open: Started[] = []
    const restart = async () => {
      await close(open.splice(0))
      const server = await start(env)
      open.push(server)
      return server
    }
    try {
      const first = await restart()
      const browser = await signUp(first.url, mail)
      const { body } = await browser.send(session.refreshSession, { tenantId: null })
      t.mock.timers.tick(KNOWN_MS)
      await assert.rejects(run(t, env, 'rotate'), { name: 'FolderInUseError' })
      await close(open.splice(0))
      assert.match(await run(t, env, 'rotate', '--algorithm', 'RS256'), /^Made the RS256 key/)
      const again = await restart()
      t.mock.timers.tick(KNOWN_MS)
      const later = createBrowser(again.url)
      const { body: signedIn } = await later.signIn(EMAIL)
      assert.notEqual(kidOf(signedIn.accessToken), kidOf(body.accessToken))
      await assertTokens([again], [body.accessToken, signedIn.accessToken])
    } finally {
      await close(open)
      mail.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('replaces the sealing key, which every process needs from its next start on', {
    skip: postgresMissing(),
  }, async (t) => {
    const postgres = await startPostgres()
    const mail = await startMailServer()
    const env = { DATABASE_URL: postgres.url, SMTP_URL: mail.url }
    const next = randomBytes(32).toString('base64')
    const before = await start(env)
    const open = [before]
    try {
      const browser = await signUp(before.url, mail)
      const { body } = await browser.send(session.refreshSession, { tenantId: null })
      assert.match(await run(t, { ...env, SEALING_KEY_NEXT: next }, 'rotate', '--sealing'), /^The keys are sealed with/)
      // A running process continues with the keys it has read.
      assert.equal(await before.isSignedIn(body.accessToken), true)
      await assert.rejects(start(env), { name: 'SealingKeyError' })
      const after = await start({ ...env, SEALING_KEY: next })
      open.push(after)
      await assertTokens(open, [body.accessToken])
    } finally {
      await close(open)
      mail.close()
      await postgres.stop()
    }
  })

  it('reports what is wrong with a call before it opens a database', async (t) => {
    const refused = (args: string[], message: RegExp, env: Environment = {}) =>
      assert.rejects(run(t, { DATA_DIR: '/nowhere', ...env }, ...args), { name: /^Setting|^Sealing/, message })
    await refused([], /^Say keys rotate/)
    await refused(['rotate', 'now'], /^Say keys rotate/)
    await refused(['list', '--sealing'], /^Say keys rotate/)
    await refused(['rotate', '--sealing', '--algorithm', 'ES256'], /^Say keys rotate/)
    await refused(['rotate', '--algorithm', 'HS256'], /^--algorithm must be one of RS256, ES256, not 'HS256'/)
    await refused(['rotate', '--sealing'], /^SEALING_KEY_NEXT is missing/)
    await refused(['rotate', '--sealing'], /^SEALING_KEY_NEXT must be 32 bytes/, { SEALING_KEY_NEXT: 'short' })
    await refused(['rotate', '--sealing'], /^SEALING_KEY_NEXT must be one new key/, {
      SEALING_KEY_NEXT: ENV.SEALING_KEY,
    })
  })
})
