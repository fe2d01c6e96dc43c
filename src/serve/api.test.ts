import assert from 'node:assert/strict'
import { request as httpRequest, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createInboxTexter, createInboxTransport } from '../backend/adapters/inbox.ts'
import { type BackendSettings, type NodeBackend, openBackend } from '../backend/open-backend.ts'
import { createMemoryStore } from '../backend/store/memory.ts'
import { login } from '../contract/login.ts'
import { portal } from '../contract/portal.ts'
import { team } from '../contract/users.ts'
import { createApi } from './api.ts'
import { closeServer, listen } from './listen.ts'

const ORIGIN = 'http://localhost:3002'
/** Another IP address of this machine, so that a test can connect from it. */
const PROXY = '127.0.0.2'
const FORGED = 100
const TRIES_PER_NETWORK = 300

/** None of these tests checks the database, whose start takes seconds. */
const openInMemory = (settings: Partial<BackendSettings> = {}): Promise<NodeBackend> =>
  openBackend(
    { apiUrl: ORIGIN, appUrl: 'http://localhost:3000', ...settings },
    {
      createMailTransport: createInboxTransport,
      createTexter: createInboxTexter,
      openStore: async () => createMemoryStore(),
    },
  )

const open = async (backend: Pick<NodeBackend, 'fetch'>): Promise<{ server: Server; port: number }> => {
  const server = await listen(createApi(backend.fetch, ORIGIN), 0)
  return { server, port: (server.address() as AddressInfo).port }
}

describe('The client’s IP address', () => {
  let backend: NodeBackend
  let server: Server
  let port = 0
  before(async () => {
    backend = await openInMemory({
      trustedProxies: [PROXY, '10.0.0.0/8', '2001:db8::/32'],
      ports: { hasher: { hash: async (password) => password, verify: async () => false } },
    })
    ;({ server, port } = await open(backend))
  })
  after(async () => {
    await closeServer(server)
    await backend.close()
  })

  const post = (path: string, from: string, headers: Record<string, string>, body: object): Promise<number> =>
    new Promise((resolve, reject) => {
      const all = { 'content-type': 'application/json', ...headers }
      const sent = httpRequest({ port, path, method: 'POST', localAddress: from, headers: all }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', reject)
      sent.end(JSON.stringify(body))
    })

  /** Returns the IP addresses of failed sign-ins in the audit log. */
  const logged = async (): Promise<string[]> => {
    const audits = await backend.store.audits.list({ action: 'Sign-in failed' })
    await backend.store.audits.delete({})
    await backend.store.attempts.delete({})
    return audits.map(({ ip }) => ip)
  }

  const signIn = (from: string, headers: Record<string, string>, at = 0) =>
    post(login.login.path, from, headers, { email: `user${at}@acme.test`, password: 'wrong' })

  it(`is never taken from ${FORGED} forged headers of untrusted peers`, async () => {
    for (let at = 0; at < FORGED; at += 1) {
      const claim = `198.51.100.${at}`
      await signIn(
        '127.0.0.1',
        {
          'x-forwarded-for': at % 2 ? claim : `${claim}, ${PROXY}, 10.0.0.1`,
          forwarded: `for=${claim}`,
          'x-real-ip': claim,
          'x-original-forwarded-for': claim,
          'cf-connecting-ip': claim,
        },
        at,
      )
    }
    const ips = await logged()
    assert.equal(ips.length, FORGED)
    assert.deepEqual([...new Set(ips)], ['127.0.0.1'])
  })

  it('is the last untrusted entry of X-Forwarded-For behind a trusted proxy', async () => {
    for (const [header, expected] of [
      ['198.51.100.7', '198.51.100.7'],
      ['6.6.6.6, 198.51.100.7', '198.51.100.7'],
      ['6.6.6.6, 198.51.100.7, 10.1.2.3', '198.51.100.7'],
      ['6.6.6.6, 2001:db8:9::1', '6.6.6.6'],
      ['::ffff:10.9.9.9, 10.1.2.3', '10.9.9.9'],
      ['6.6.6.6, junk', PROXY],
      ['6.6.6.6, 127.1', PROXY],
      ['', PROXY],
    ] as const) {
      await signIn(PROXY, header ? { 'x-forwarded-for': header } : {})
      assert.deepEqual(await logged(), [expected], header)
    }
  })

  it('counts for the limits of a network, whatever an untrusted peer claims', async () => {
    const ask = (from: string, claim: string) =>
      post(login.preLogin.path, from, { 'x-forwarded-for': claim }, { email: 'ada@nowhere.test' })
    const refused: number[] = []
    for (let at = 0; at < TRIES_PER_NETWORK + 5; at += 1) {
      if ((await ask('127.0.0.1', `203.0.113.${at % 256}`)) === 429) refused.push(at)
    }
    assert.deepEqual(refused, [300, 301, 302, 303, 304])
    assert.equal(await ask(PROXY, '203.0.113.9'), 404, 'another client, named by the trusted proxy')
    assert.equal(await ask(PROXY, '127.0.0.1'), 429, 'the same client, named by the trusted proxy')
  })
})

interface HttpReply {
  status: number
  headers: Map<string, string>
  body: string
}

/** Opens a client on one socket, so that a test can check which connections are kept alive. */
const openClient = async (port: number) => {
  const socket: Socket = connect(port, '127.0.0.1')
  let received = ''
  let isClosed = false
  let wake = () => {}
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    wake()
  })
  const end = () => {
    isClosed = true
    wake()
  }
  socket.on('close', end).on('error', end)
  const until = async <Found>(find: () => Found | undefined): Promise<Found | undefined> => {
    for (;;) {
      const found = find()
      if (found !== undefined || isClosed) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const takeReply = (): HttpReply | undefined => {
    const match = /^HTTP\/1\.1 (\d+)[^\r]*\r\n([\s\S]*?)\r\n\r\n/.exec(received)
    if (!match) return undefined
    const lines = (match[2] ?? '').split('\r\n').map((line) => line.split(': '))
    const headers = new Map(lines.map(([name = '', value = '']) => [name.toLowerCase(), value]))
    const start = match[0].length
    const length = headers.get('content-length')
    const end = length === undefined ? received.indexOf('0\r\n\r\n', start) : start + Number(length)
    if (end < 0 || end > received.length) return undefined
    const body = received.slice(start, end)
    received = received.slice(length === undefined ? end + 5 : end)
    return { status: Number(match[1]), headers, body }
  }
  return {
    write: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    reply: () => until(takeReply),
    closed: () => until(() => (isClosed ? true : undefined)),
    destroy: () => socket.destroy(),
  }
}

const head = (method: string, path: string, headers: Record<string, string | number>) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n')

const JSON_TYPE = { 'Content-Type': 'application/json' }
const HEALTH = head('GET', '/health', {})

describe('A kept-alive connection', () => {
  let backend: NodeBackend
  let server: Server
  let port = 0
  before(async () => {
    backend = await openInMemory()
    ;({ server, port } = await open(backend))
  })
  after(async () => {
    await closeServer(server)
    await backend.close()
  })

  const LEFT_UNREAD = [
    ['413', 'POST', login.login.path, 1_500_000],
    ['401', 'PUT', team.updateMember.path, 900_000],
    ['404', 'POST', '/nowhere', 900_000],
    ['405', 'PATCH', portal.getFeatureFlags.path, 900_000],
    ['404', 'GET', '/nowhere', 50_000],
  ] as const

  for (const [status, method, path, size] of LEFT_UNREAD) {
    it(`serves the next request after ${status} to ${method} with ${size} unread bytes`, async () => {
      const client = await openClient(port)
      await client.write(head(method, path, { ...JSON_TYPE, 'Content-Length': size }) + 'x'.repeat(size))
      const first = await client.reply()
      assert.equal(first?.status, Number(status))
      await client.write(HEALTH)
      assert.equal((await client.reply())?.status, 200)
      client.destroy()
    })
  }

  it('ends, after the response, when too much of a body is still to come', async () => {
    const client = await openClient(port)
    await client.write(head('POST', login.login.path, { ...JSON_TYPE, 'Content-Length': 500_000_000 }) + 'x'.repeat(99))
    const refused = await client.reply()
    assert.deepEqual([refused?.status, refused?.headers.get('connection')], [413, 'close'])
    assert.equal(await client.closed(), true)
  })

  it('ends, after the response, when a body of unknown length grows too large', async () => {
    const client = await openClient(port)
    await client.write(head('POST', login.login.path, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }))
    const chunk = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`
    for (let sent = 0; sent < 40; sent += 1) void client.write(chunk)
    const refused = await client.reply()
    assert.deepEqual([refused?.status, refused?.headers.get('connection')], [413, 'close'])
    assert.equal(await client.closed(), true)
  })

  it('refuses TRACE without echoing anything, and keeps serving', async () => {
    const client = await openClient(port)
    await client.write(head('TRACE', '/health', { Cookie: 'fe_refresh=secret' }))
    const refused = await client.reply()
    assert.equal(refused?.status, 405)
    assert.doesNotMatch(refused?.body ?? '', /secret/)
    await client.write(HEALTH)
    assert.equal((await client.reply())?.status, 200)
    client.destroy()
  })

  it('names no software in its responses', async () => {
    const client = await openClient(port)
    await client.write(HEALTH)
    const headers = (await client.reply())?.headers ?? new Map()
    for (const name of ['server', 'x-powered-by', 'via']) assert.equal(headers.has(name), false, name)
    client.destroy()
  })
})

describe('A long response', () => {
  it('is produced only as fast as it is read, and no further when the client disconnects', async () => {
    const PARTS = 2_000
    let made = 0
    let stopped = () => {}
    const isStopped = new Promise<void>((resolve) => {
      stopped = resolve
    })
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        made += 1
        controller.enqueue(new Uint8Array(64 * 1024))
        if (made === PARTS) controller.close()
      },
      cancel: () => stopped(),
    })
    const { server, port } = await open({ fetch: async () => new Response(body) })
    const sent = httpRequest({ port, path: '/' }, (response) => response.destroy()).end()
    // The client is notified that its own side closed the connection.
    sent.on('error', () => {})
    await isStopped
    assert.ok(made < PARTS, `${made} of ${PARTS} parts were made`)
    await closeServer(server)
  })
})

describe('A client that hangs up', () => {
  const logged: unknown[] = []
  const log = (...parts: unknown[]) => void logged.push(parts)
  let backend: NodeBackend
  let opened: Awaited<ReturnType<typeof open>>
  /** Resolves with the status that the backend returned. */
  let responded: Promise<number>
  before(async () => {
    backend = await openInMemory({
      log: { error: log, warn: log, info: log, debug: log },
    })
    let settle: (status: number) => void = () => undefined
    responded = new Promise((resolve) => {
      settle = resolve
    })
    opened = await open({
      fetch: async (request, peer) => {
        const response = await backend.fetch(request, peer)
        settle(response.status)
        return response
      },
    })
  })
  after(async () => {
    await closeServer(opened.server)
    await backend.close()
  })

  it('in the middle of a body doesn’t cause a server error', async (test) => {
    const printed = test.mock.method(console, 'error', log)
    const arrived = new Promise((resolve) => opened.server.once('request', resolve))
    const socket: Socket = connect(opened.port, '127.0.0.1')
    const head = `POST ${login.login.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`
    await new Promise<void>((resolve) => socket.write(`${head}{"email":`, () => resolve()))
    await arrived
    socket.destroy()
    assert.equal(await responded, 400)
    assert.deepEqual(logged, [])
    assert.equal(printed.mock.callCount(), 0)
  })
})

describe('The signal of a request', () => {
  it('is aborted when the client disconnects before its response, and not after it', async () => {
    const signals: AbortSignal[] = []
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { server, port } = await open({
      fetch: async ({ signal }) => {
        signals.push(signal)
        if (signals.length > 1) await held
        return Response.json({})
      },
    })
    const closed = new Promise<void>((resolve) => {
      server.once('request', (_, response) => response.once('close', resolve))
    })
    const client = await openClient(port)
    await client.write(HEALTH)
    assert.equal((await client.reply())?.status, 200)
    await closed
    assert.equal(signals[0]?.aborted, false)

    const arrived = new Promise((resolve) => server.once('request', resolve))
    await client.write(HEALTH)
    await arrived
    const aborted = new Promise((resolve) => signals[1]?.addEventListener('abort', resolve))
    client.destroy()
    await aborted
    release()
    await closeServer(server)
  })
})
