import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report } from '../../backend/prove/report.test-kit.ts'
import { login } from '../../contract/login.ts'
import { createHarness, createJar, type Harness, type Jar, PASSWORD } from '../harness.test-kit.ts'

const SECRET = 'Canary-Password-9'

/** Records all log lines, at the most verbose level. */
const createRecorder = () => {
  const lines: string[] = []
  const write = (...parts: unknown[]) =>
    void lines.push(
      parts.map((part) => (part instanceof Error ? `${part.stack} ${String(part.cause)}` : String(part))).join(' '),
    )
  return { lines, console: { error: write, warn: write, info: write, debug: write } }
}

const take = async (jar: Jar, response: Promise<Response | undefined>) => jar.take((await response) ?? new Response())

/** Runs a proxied sign-in, pages, renewals and hosted sign-ins that succeed and fail, and a sign-out. */
const walk = async (harness: Harness, hosted: Harness): Promise<string[]> => {
  const jar = createJar()
  const headers = { origin: 'https://app.example.test', 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@acme.test', password: SECRET })
  await take(
    jar,
    harness.server.handle(harness.request(`/api/frontegg${login.login.path}`, jar, { method: 'POST', headers, body })),
  )
  const secrets = jar.cookies().map(([, value]) => value)
  const first = await harness.server.resolve(harness.request('/', jar))
  secrets.push(first.session?.accessToken ?? '', first.session?.refreshToken ?? '')
  harness.time.now += 301_000
  const { setCookies, session } = await harness.server.resolve(harness.request('/', jar))
  jar.takeAll(setCookies)
  secrets.push(session?.accessToken ?? '', session?.refreshToken ?? '')
  harness.time.now += 301_000
  harness.api.faults.down = true
  await harness.server.resolve(harness.request('/', jar))
  harness.api.faults.down = false
  await take(jar, harness.server.handle(harness.request('/account/logout', jar, { method: 'POST', headers })))
  const flow = createJar()
  const begun = await take(flow, hosted.server.handle(hosted.request('/account/login', flow)))
  secrets.push(...flow.cookies().map(([, value]) => value))
  const back = new URL(hosted.api.authorize(new URL(begun.headers.get('location') ?? ''), 'max@multi.test'))
  secrets.push(back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')
  const ended = hosted.request(back.pathname + back.search, flow)
  await take(flow, hosted.server.handle(ended.clone() as Request))
  await hosted.server.handle(ended)
  const inside = await hosted.server.getSession(hosted.request('/', flow))
  secrets.push(inside?.accessToken ?? '', inside?.refreshToken ?? '')
  return [...secrets, SECRET, PASSWORD].filter((secret) => secret.length > 5)
}

test('no token, code, cookie or password is in a log line or an address of the server', async () => {
  const { lines, console } = createRecorder()
  const harness = await createHarness({ logLevel: 'debug', console })
  const hosted = await createHarness({ logLevel: 'debug', console, hostedLoginBox: true })
  const secrets = await walk(harness, hosted)
  const addresses = [...harness.api.seen, ...hosted.api.seen].map(({ url }) => url)
  const hits = [...lines, ...addresses].filter((line) => secrets.some((secret) => line.includes(secret)))
  assert.ok(secrets.length >= 12 && lines.length > 0 && addresses.length > 5)
  const reached = `${secrets.length} secrets, ${lines.length} lines at debug, ${addresses.length} addresses, ${hits.length} hits`
  report({ row: 16, wanted: 'server: 0 hits in log lines and addresses', reached, ok: hits.length === 0 })
  assert.deepEqual(hits, [])
})
