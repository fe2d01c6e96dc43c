import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report, scaled } from '../../backend/prove/report.test-kit.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { openExpress, openHono, openNextApp, openNextPages, openStandard } from '../adapters/hosts.test-kit.ts'
import { createFrontEntryServer } from '../front-entry-server.ts'
import { createJar, type Jar, optionsFor } from '../harness.test-kit.ts'
import { createStubApi, REFRESH_COOKIE } from '../stub-api.test-kit.ts'

const USERS = ['ada@acme.test', 'mel@acme.test'] as const
const PATHS = ['/', '/private', '/private?tab=2', `/api${API_PREFIX}${session.getMe.path}`]

/**
 * Creates a careless shared cache: it keeps everything that is not forbidden, for every user and forever (RFC 9111 §3).
 */
const createCachingProxy = (origin: string) => {
  const kept = new Map<string, { status: number; text: string; cookies: string[] }>()
  let hits = 0
  return {
    hits: () => hits,
    async get(path: string, jar: Jar) {
      const known = kept.get(path)
      if (known) hits += 1
      const response = known ?? (await ask(path, jar))
      jar.takeAll(response.cookies)
      return response
    },
  }
  async function ask(path: string, jar: Jar) {
    const headers = { accept: 'text/html', cookie: jar.header() }
    const response = await fetch(origin + path, { redirect: 'manual', headers })
    const read = { status: response.status, text: await response.text(), cookies: response.headers.getSetCookie() }
    if (!/no-store|private/i.test(response.headers.get('cache-control') ?? '')) kept.set(path, read)
    return read
  }
}

test('a cache between two users and the app never shows one user the other’s data', async () => {
  const hosts = { openStandard, openExpress, openHono, openNextApp, openNextPages }
  const rounds = Math.max(20, scaled(1_000 / Object.keys(hosts).length))
  let crossings = 0
  let requests = 0
  let hits = 0
  for (const openHost of Object.values(hosts)) {
    const api = await createStubApi({ now: Date.now })
    const host = await openHost((appUrl) => createFrontEntryServer(optionsFor(api, { appUrl })))
    const proxy = createCachingProxy(host.origin)
    const jars = USERS.map((email) => createJar([[REFRESH_COOKIE, api.tokenOf(api.start(email))]]))
    for (let round = 0; round < rounds; round += 1) {
      const who = round % 2
      const path = PATHS[Math.floor(round / 2) % PATHS.length] ?? '/'
      const { text, cookies } = await proxy.get(path, jars[who] ?? createJar())
      requests += 1
      const isForeign = text.includes(USERS[1 - who] ?? '') && !path.startsWith('/api')
      if (isForeign || cookies.some((cookie) => cookie.includes('s2.') && who === 0)) crossings += 1
    }
    hits += proxy.hits()
    await host.close()
  }
  const reached = `${requests} requests over ${Object.keys(hosts).length} adapters, ${crossings} crossings, ${hits} responses from the cache`
  report({ row: 35, wanted: 'caching proxy, 2 users, 1,000 requests: 0 crossings', reached, ok: crossings === 0 })
  assert.equal(crossings, 0)
})
