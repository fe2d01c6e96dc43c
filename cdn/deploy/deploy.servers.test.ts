import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { root, version } from '../../demo-host/scripts/project.mjs'
import { closeServer } from '../../src/serve/listen.ts'
import { type Ask, ask, startCaddy, startNginx, startOwn } from './servers.test-kit.ts'

const RELEASE = join(root, 'cdn', version)
const CHUNK = `chunks/${readdirSync(join(RELEASE, 'chunks')).find((file) => file.endsWith('.js'))}`
const [MAJOR = '', MINOR = ''] = version.split('.')

const IMMUTABLE = 'public, max-age=31536000, immutable'
const MOVING = 'public, max-age=300'
const SCRIPT = 'text/javascript; charset=utf-8'

/** Headers of every response of the CDN, so that pages of other origins can use it and read its errors. */
const COMMON = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  'x-content-type-options': 'nosniff',
}

interface Row {
  path: string
  asked?: Ask
  status: number
  headers?: Record<string, string | RegExp | undefined>
}

const by = (encoding: string): Ask => ({ headers: { 'accept-encoding': encoding } })
const released = (file: string) => `/${version}/${file}`
const vary = /accept-encoding/i

const ROWS: Readonly<Record<string, Row>> = {
  'the script, compressed by brotli': {
    path: released('fe.umd.js'),
    asked: by('gzip, deflate, br'),
    status: 200,
    headers: { 'content-type': SCRIPT, 'cache-control': IMMUTABLE, 'content-encoding': 'br', vary },
  },
  'the script, compressed by gzip': {
    path: released('fe.umd.js'),
    asked: by('gzip'),
    status: 200,
    headers: { 'content-type': SCRIPT, 'cache-control': IMMUTABLE, 'content-encoding': 'gzip', vary },
  },
  'the script as it is': {
    path: released('fe.umd.js'),
    status: 200,
    headers: { 'content-type': SCRIPT, 'cache-control': IMMUTABLE, 'content-encoding': undefined },
  },
  'a chunk': {
    path: released(CHUNK),
    asked: by('br'),
    status: 200,
    headers: { 'content-type': SCRIPT, 'cache-control': IMMUTABLE, 'content-encoding': 'br' },
  },
  'types of the package': {
    path: released('fe.esm.d.ts'),
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': IMMUTABLE },
  },
  'the manifest': {
    path: released('manifest.json'),
    status: 200,
    headers: { 'content-type': /^application\/json/, 'cache-control': IMMUTABLE },
  },
  'the headers of a chunk alone': {
    path: released(CHUNK),
    asked: { method: 'HEAD' },
    status: 200,
    headers: { 'content-type': SCRIPT, 'cache-control': IMMUTABLE },
  },
  'the short URL of the script': {
    path: `/${MAJOR}/fe.umd.js`,
    status: 302,
    headers: { location: new RegExp(`/${version}/fe\\.umd\\.js$`), 'cache-control': MOVING },
  },
  'the URL of the newest patch': {
    path: `/${MAJOR}.${MINOR}/${CHUNK}`,
    status: 302,
    headers: { location: new RegExp(`/${version}/${CHUNK}$`), 'cache-control': MOVING },
  },
  'the short URL of the entry, as a module that names the entry': {
    path: `/${MAJOR}/fe.esm.js`,
    status: 200,
    headers: { 'content-type': SCRIPT, 'cache-control': MOVING },
  },
  'a file that is missing': {
    path: released('chunks/none-AAAA.js'),
    status: 404,
    headers: { 'cache-control': 'no-store' },
  },
  'a compressed file by its own name': { path: released('fe.umd.js.br'), status: 404 },
  'another release': { path: '/5.0.0/fe.umd.js', status: 404, headers: { 'cache-control': 'no-store' } },
  'a file outside of the release': { path: '/build.mjs', status: 404 },
  'a path that climbs out of the release': { path: `/${version}/..%2fbuild.mjs`, status: 404 },
  'a write': { path: released('fe.umd.js'), asked: { method: 'PUT', body: 'x' }, status: 405 },
}

const decoded = (body: Buffer, encoding: unknown): Buffer => {
  if (encoding === 'br') return brotliDecompressSync(body)
  return encoding === 'gzip' ? gunzipSync(body) : body
}

const describeCdn = (cdn: () => string, { hasRanges }: { hasRanges: boolean }) => {
  for (const [name, { path, asked, status, headers }] of Object.entries(ROWS)) {
    it(`sends ${name}`, async () => {
      const reply = await ask(cdn() + path, asked)
      assert.equal(reply.status, status)
      const wanted: NonNullable<Row['headers']> = { ...COMMON, ...headers }
      for (const [header, expected] of Object.entries(wanted)) {
        const value = reply.headers[header]
        if (expected instanceof RegExp) assert.match(String(value), expected, header)
        else assert.equal(value, expected, header)
      }
      if (status !== 200 || asked?.method === 'HEAD' || path.startsWith(`/${MAJOR}/`)) return
      const sent = decoded(reply.body, reply.headers['content-encoding'])
      assert.ok(sent.equals(readFileSync(join(RELEASE, path.slice(version.length + 2)))), 'the file itself')
    })
  }

  it('sends a module by the short URL that leads to the one entry', async () => {
    const { body } = await ask(`${cdn()}/${MAJOR}/fe.esm.js`)
    assert.equal(body.toString(), `export * from "/${version}/fe.esm.js"\n`)
  })

  if (!hasRanges) return
  it('sends a part of a file', async () => {
    const { status, headers, body } = await ask(cdn() + released('fe.umd.js'), { headers: { range: 'bytes=10-19' } })
    assert.equal(status, 206)
    assert.match(String(headers['content-range']), /^bytes 10-19\/\d+$/)
    assert.ok(body.equals(readFileSync(join(RELEASE, 'fe.umd.js')).subarray(10, 20)))
  })

  it('confirms a file that the browser has', async () => {
    const { etag = '' } = (await ask(cdn() + released(CHUNK))).headers
    const again = await ask(cdn() + released(CHUNK), { headers: { 'if-none-match': etag } })
    assert.deepEqual([again.status, again.body.length], [304, 0])
    assert.equal(again.headers['cache-control'], IMMUTABLE)
  })
}

interface Echo {
  process: number
  method: string
  url: string
  headers: Record<string, string>
  length: number
}

/** Starts a process behind the server, which reports the request it received. */
const startProcess = (at: number): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer(async (request, response) => {
      let length = 0
      try {
        for await (const part of request) length += part.length
      } catch {
        // The reverse proxy has refused the rest of the body.
        return response.destroy()
      }
      const { method, url, headers } = request
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1; Path=/', 'b=2; Path=/'] })
      response.end(JSON.stringify({ process: at, method, url, headers, length }))
    })
    server.listen(0, '127.0.0.1', () => resolve(server))
  })

const describeApi = (api: () => string, processes: () => Server[]) => {
  const echo = async (asked: Ask = {}, path = '/health') => {
    const reply = await ask(api() + path, asked)
    return { ...reply, echo: JSON.parse(reply.body.toString()) as Echo }
  }

  it('passes method, path, query, body and cookies on as they are', async () => {
    const path = '/frontegg/identity/resources/users/v3?_filter=a%2Fb%20c&_limit=10'
    const reply = await echo(
      { method: 'POST', headers: { cookie: 'fe_refresh_x=1; fe_known_x=2' }, body: 'x'.repeat(900_000) },
      path,
    )
    assert.deepEqual([reply.echo.method, reply.echo.url, reply.echo.length], ['POST', path, 900_000])
    assert.equal(reply.echo.headers.cookie, 'fe_refresh_x=1; fe_known_x=2')
    assert.deepEqual(reply.headers['set-cookie'], ['a=1; Path=/', 'b=2; Path=/'])
  })

  it('names the client itself, whatever the client claims', async () => {
    const { headers } = (await echo({ headers: { 'x-forwarded-for': '203.0.113.9' } })).echo
    assert.match(headers['x-forwarded-for'] ?? '', /^(127\.0\.0\.1|::1)$/)
    assert.equal(headers['x-forwarded-proto'], 'https')
    assert.match(headers.host ?? '', /^localhost/)
    assert.match(headers['x-request-id'] ?? '', /^[\da-f-]{32,36}$/)
  })

  it('compresses nothing, promises TLS for the future and names no software', async () => {
    const { headers } = await echo({ headers: { 'accept-encoding': 'gzip, br' } })
    assert.equal(headers['content-encoding'], undefined)
    assert.equal(headers['strict-transport-security'], 'max-age=63072000')
    assert.doesNotMatch(String(headers.server ?? ''), /\d|caddy/i)
    assert.equal(headers['x-powered-by'], undefined)
  })

  it('refuses a body that the API would not read', async () => {
    const { status } = await ask(`${api()}/health`, { method: 'POST', body: 'x'.repeat(3_000_000) })
    assert.equal(status, 413)
  })

  it('keeps working with one process while the other is replaced, without a failed call', async () => {
    const [first] = processes()
    assert.ok(first)
    const { port } = first.address() as AddressInfo
    await closeServer(first)
    const replies = await Promise.all(Array.from({ length: 20 }, () => echo({ method: 'POST', body: 'x' })))
    assert.deepEqual([...new Set(replies.map((reply) => reply.echo.process))], [1])
    const again = await startProcess(0).then(
      (server) =>
        new Promise<Server>((resolve) => server.close(() => server.listen(port, '127.0.0.1', () => resolve(server)))),
    )
    processes()[0] = again
    let seen = new Set<number>()
    while (seen.size < 2) seen = seen.add((await echo()).echo.process)
  })
}

for (const [name, start] of [
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const) {
  describe(`The configuration of ${name}`, () => {
    let processes: Server[] = []
    let started: Awaited<ReturnType<typeof start>> | undefined
    before(async () => {
      processes = await Promise.all([startProcess(0), startProcess(1)])
      const [one, other] = processes.map((server) => (server.address() as AddressInfo).port)
      started = await start([one ?? 0, other ?? 0])
    })
    after(async () => {
      await started?.end()
      await Promise.all(processes.map(closeServer))
    })
    describe('for the release', () => describeCdn(() => started?.cdn ?? '', { hasRanges: true }))
    describe('for the API', () =>
      describeApi(
        () => started?.api ?? '',
        () => processes,
      ))
  })
}

describe('The server’s own CDN', () => {
  let started: Awaited<ReturnType<typeof startOwn>> | undefined
  before(async () => {
    started = await startOwn()
  })
  after(() => started?.end())
  describeCdn(() => started?.cdn ?? '', { hasRanges: false })
})
