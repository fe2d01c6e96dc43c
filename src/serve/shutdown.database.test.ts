import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, afterEach, before, describe, it, test } from 'node:test'
import { login } from '../contract/login.ts'
import { portal } from '../contract/portal.ts'
import { session } from '../contract/session.ts'
import { team } from '../contract/users.ts'
import { temporaryData } from '../testing/pglite.ts'
import { startPostgres, type TemporaryPostgres } from '../testing/postgres.ts'
import { until } from '../testing/until.ts'
import { startMailServer, startServe, startServeInTerminal } from './serve.test-kit.ts'
import { type Browser, createBrowser, ENV, type Served, startProductionServer } from './served.test-kit.ts'

const BODY = JSON.stringify({ email: 'unknown@example.com', password: 'wrong' })

/** Starts a sign-in whose body is incomplete; it is in progress until `finish`. */
const openCall = async (served: Served) => {
  const socket: Socket = connect(Number(new URL(served.url).port), '127.0.0.1')
  let text = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (part) => {
      text += String(part)
    })
    socket.once('error', () => undefined).once('close', () => resolve(text))
  })
  const head = [
    `POST ${login.login.path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    '',
    '',
  ].join('\r\n')
  await new Promise<void>((resolve) => socket.write(head + BODY.slice(0, 5), () => resolve()))
  return { finish: () => socket.write(BODY.slice(5)), ended }
}

const statusOf = async (served: Served, path: string): Promise<number> => (await fetch(served.url + path)).status

/** Waits until the process has handled the signal. */
const untilDraining = (served: Served) => until(async () => (await statusOf(served, '/health/ready')) === 503)

/** Returns whether the server accepts no more connections. */
const isRefused = async (served: Served): Promise<boolean> => {
  const error = await fetch(`${served.url}/health/live`).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Error && String(error.cause).includes('ECONNREFUSED')
}

/** Calls that each client still makes after the server isn't ready: load balancers notice that late. */
const LATE_CALLS = 5

/**
 * Makes calls one after the other, as clients behind a load balancer do: until the server isn't ready, and
 * {@link LATE_CALLS} more. Returns the statuses of those that failed.
 */
const callUntilNotReady = async (isReady: () => boolean, work: () => Promise<{ status: number; text: string }>) => {
  const failed: string[] = []
  let calls = 0
  for (let late = 0; late < LATE_CALLS && failed.length < 20; ) {
    if (!isReady()) late += 1
    try {
      const { status, text } = await work()
      calls += 1
      if (status !== 200) failed.push(`${status} ${text}`)
    } catch (error) {
      failed.push(error instanceof Error ? `${error.message} ${String(error.cause)}` : String(error))
    }
  }
  return { calls, failed }
}

interface Place {
  env: Record<string, string>
  remove(): Promise<void>
}

const onPglite = async (): Promise<Place> => {
  const folder = await temporaryData()
  return { env: { DATA_DIR: folder }, remove: async () => rmSync(folder, { recursive: true, force: true }) }
}

const onPostgres = async (): Promise<Place> => {
  const server: TemporaryPostgres = await startPostgres()
  return { env: { DATABASE_URL: server.url }, remove: server.stop }
}

for (const [name, openPlace] of [
  ['PGlite', onPglite],
  ['PostgreSQL', onPostgres],
] as const)
  describe(`The production server on ${name}, after SIGTERM`, () => {
    let place: Place
    let mail: Awaited<ReturnType<typeof startMailServer>>
    let served: Served | undefined
    before(async () => {
      place = await openPlace()
      mail = await startMailServer()
    })
    // After a failed test its server is still running, and would keep the data folder of the next.
    afterEach(async () => {
      served?.process.child.kill('SIGKILL')
      await served?.process.ended
      served = undefined
    })
    after(async () => {
      mail?.close()
      await place?.remove()
    })

    const start = async (env: Record<string, string>): Promise<Served> => {
      served = await startProductionServer({ ...place.env, SMTP_URL: mail.url, ...env })
      return served
    }

    it('is not ready, finishes every call in flight, closes its database and ends without an error', async () => {
      const server = await start({ SHUTDOWN_SECONDS: '30', SHUTDOWN_GRACE_SECONDS: '5' })
      const browsers: Browser[] = []
      for (const at of [1, 2, 3]) {
        const browser = createBrowser(server.url)
        await browser.signUp(`user${at}@example.com`, mail)
        browsers.push(browser)
      }
      assert.equal(await statusOf(server, '/health/ready'), 200)
      let isReady = true
      const load = browsers
        .flatMap((browser) => [
          () => browser.send(session.getMe),
          () => browser.send(session.refreshSession, { tenantId: null }),
          () => browser.call('GET', `${team.listMembers.path}?_offset=0&_limit=10`),
        ])
        .map((work) => callUntilNotReady(() => isReady, work))
      const held = await Promise.all(Array.from({ length: 5 }, () => openCall(server)))
      server.process.child.kill('SIGTERM')
      await untilDraining(server)
      isReady = false
      assert.equal(await statusOf(server, '/health'), 503)
      assert.equal(await statusOf(server, '/health/live'), 200)
      assert.equal(await statusOf(server, portal.getVendorPublicPolicy.path), 200, 'a call during the grace')
      const results = await Promise.all(load)
      assert.deepEqual(
        results.flatMap(({ failed }) => failed),
        [],
      )
      assert.ok(results.every(({ calls }) => calls > LATE_CALLS))
      await until(() => isRefused(server))
      // The server accepts no more connections, and still waits for these.
      for (const { finish } of held) finish()
      for (const { ended } of held) {
        const text = await ended
        assert.match(text, /^HTTP\/1\.1 401 /)
        assert.match(text, /\r\nconnection: close\r\n/i)
      }
      assert.equal(await server.process.ended, 0)
      assert.doesNotMatch(server.process.output(), /error/i)
    })

    it('cuts off what is still running at the limit, and ends without an error', async () => {
      const server = await start({ SHUTDOWN_SECONDS: '1', SHUTDOWN_GRACE_SECONDS: '0' })
      const { ended } = await openCall(server)
      server.process.child.kill('SIGTERM')
      assert.equal(await ended, '')
      assert.equal(await server.process.ended, 0)
    })

    it('finishes calls in flight even when its terminal closes', async () => {
      const server = await start({ SHUTDOWN_SECONDS: '30', SHUTDOWN_GRACE_SECONDS: '0' })
      const { finish, ended } = await openCall(server)
      server.process.child.kill('SIGHUP')
      await until(() => isRefused(server))
      finish()
      assert.match(await ended, /^HTTP\/1\.1 401 /)
      assert.equal(await server.process.ended, 0)
    })

    it('ends at once after a second signal', async () => {
      const server = await start({ SHUTDOWN_SECONDS: '600', SHUTDOWN_GRACE_SECONDS: '600' })
      await openCall(server)
      server.process.child.kill('SIGTERM')
      await untilDraining(server)
      server.process.child.kill('SIGTERM')
      assert.equal(await server.process.ended, 1)
    })
  })

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('A server whose terminal closes finishes every call in flight, although its log can’t be written any more', async (test) => {
  if (process.platform !== 'linux') return test.diagnostic('`script` of other systems has other options')
  const { env, remove } = await onPglite()
  const server = await startProductionServer(
    { ...env, LOG_LEVEL: 'info', SHUTDOWN_SECONDS: '30', SHUTDOWN_GRACE_SECONDS: '0' },
    startServeInTerminal,
  )
  const pid = Number.parseInt(server.process.output(), 10)
  try {
    const calls = [await openCall(server), await openCall(server)]
    server.process.child.kill('SIGKILL')
    await until(() => isRefused(server))
    // Each response is followed by a line of the log.
    for (const { finish, ended } of calls) {
      finish()
      assert.match(await ended, /^HTTP\/1\.1 401 /)
    }
    await until(() => !isRunning(pid))
  } finally {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    await remove()
  }
})

test('A server that SIGTERM reaches while it starts ends at once, also as the first process of a container', async () => {
  const silent = createServer()
  const connected = new Promise<Socket>((resolve) => silent.once('connection', resolve))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const { child, ended, output } = startServe({
    ...ENV,
    CDN_URL: 'https://cdn.example.com',
    DATABASE_URL: `postgres://app@127.0.0.1:${port}/app`,
  })
  const socket = await connected
  try {
    child.kill('SIGTERM')
    // The process must end with its own exit code; without a handler, the signal would kill it or be ignored.
    assert.equal(await ended, 0)
    assert.equal(output(), '')
  } finally {
    child.kill('SIGKILL')
    socket.destroy()
    silent.close()
  }
})
