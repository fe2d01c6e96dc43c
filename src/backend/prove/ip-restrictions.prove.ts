import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { login } from '../../contract/login.ts'
import { ipRestrictions } from '../../contract/restrictions.ts'
import { createApi } from '../../serve/api.ts'
import { closeServer } from '../../serve/listen.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { ensureConfig, touchConfig } from '../domain/identity/restrictions/ip-changes.ts'
import { isIpAllowed } from '../domain/identity/restrictions/ip-rules.ts'
import { type NodeBackend, openNodeBackend } from '../node.ts'
import { tenantIdOf } from '../sample/tenants.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { areWithin, median, report } from './report.test-kit.ts'

const API = 'http://localhost:3002'
const APP = 'http://localhost:3000'
const TENANT = tenantIdOf('acme')
const EMAIL = 'ada@acme.test'
const FORGED = 100
const RULES = 10_000
const DECISION_MS = 1
const FIRST_PAGE_MS = 300
const REFUSED = 403

const isIpv6 = (from: string): boolean => from.includes(':')

/** Opens real servers on both address families of this machine. */
const openServers = async ({ fetch }: NodeBackend) => {
  const api = createApi(fetch, API)
  const open = async (host: string): Promise<Server> => {
    const server = createServer((incoming, response) => void api(incoming, response))
    await new Promise<void>((resolve) => server.listen(0, host, resolve))
    return server
  }
  return { ipv4: await open('127.0.0.1'), ipv6: await open('::1') }
}

type Servers = Awaited<ReturnType<typeof openServers>>

const signInFrom = (servers: Servers, from: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = isIpv6(from) ? servers.ipv6 : servers.ipv4
    const { port } = server.address() as AddressInfo
    const host = isIpv6(from) ? '::1' : '127.0.0.1'
    const all = { 'content-type': 'application/json', origin: APP, ...headers }
    const sent = httpRequest(
      { host, port, path: login.login.path, method: 'POST', localAddress: from, headers: all },
      (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    )
    sent.once('error', reject)
    sent.end(JSON.stringify({ email: EMAIL, password: SAMPLE_PASSWORD }))
  })

const configure = async ({ ports }: NodeBackend, strategy: 'ALLOW' | 'BLOCK', ips: readonly string[]) => {
  const { store } = ports
  const now = ports.clock.now()
  await store.ipRestrictions.delete({ tenantId: TENANT })
  for (let at = 0; at < ips.length; at += 1_000) {
    const rows = ips.slice(at, at + 1_000).map((ip, index) => {
      const createdAt = now + at + index
      const id = `${strategy} ${ip}`
      return { id, tenantId: TENANT, ip, strategy, isActive: true, description: '', createdAt, updatedAt: createdAt }
    })
    await store.ipRestrictions.insertMany(rows)
  }
  await ensureConfig(ports, TENANT)
  await touchConfig(ports, TENANT, { isActive: true, strategy })
  await store.attempts.delete({})
}

const PEERS = [...Array.from({ length: 19 }, (_, at) => `127.0.0.${at + 2}`), '::1']
/** 127.0.0.8 to 127.0.0.15, and the IPv6 loopback address. */
const COVERED = ['127.0.0.8/29', '::1']
const isCovered = (peer: string): boolean => isIpv6(peer) || (Number(peer.split('.')[3]) & 0xf8) === 8

/** Sends real requests from twenty IP addresses, with both lists. */
const requests = async (backend: NodeBackend, servers: Servers) => {
  let wrong = 0
  let made = 0
  for (const strategy of ['ALLOW', 'BLOCK'] as const) {
    await configure(backend, strategy, COVERED)
    for (const peer of PEERS) {
      const isRefused = (await signInFrom(servers, peer)) === REFUSED
      made += 1
      if (isRefused === (isCovered(peer) === (strategy === 'ALLOW'))) wrong += 1
    }
  }
  return { made, wrong }
}

/** Counts clients outside the allow list that gained access by claiming to be inside. */
const forgeries = async (backend: NodeBackend, servers: Servers) => {
  await configure(backend, 'ALLOW', COVERED)
  let believed = 0
  for (let at = 0; at < FORGED; at += 1) {
    const claim = ['127.0.0.9', '::1', '::ffff:127.0.0.9', '[::1]:80', '127.0.0.9, 127.0.0.2'][at % 5] ?? ''
    const status = await signInFrom(servers, `127.0.0.${2 + (at % 6)}`, {
      'x-forwarded-for': claim,
      'x-real-ip': claim,
      forwarded: `for="${claim}"`,
      'cf-connecting-ip': claim,
      'true-client-ip': claim,
      'x-client-ip': claim,
    })
    if (status !== REFUSED) believed += 1
    if (at % 20 === 0) await backend.store.attempts.delete({})
  }
  return believed
}

const timeOf = async (rounds: number, work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

const listOf = async (backend: NodeBackend) => {
  const headers = { 'Content-Type': 'application/json', Origin: APP }
  const from = { address: '10.0.0.1' }
  const body = JSON.stringify({ email: EMAIL, password: SAMPLE_PASSWORD })
  const signedIn = await backend.fetch(new Request(API + login.login.path, { method: 'POST', headers, body }), from)
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const url = `${API}${ipRestrictions.listIpRestrictions.path}?_offset=0&_limit=10&_filter=ALLOW`
  return async () => {
    const request = new Request(url, { headers: { Authorization: `Bearer ${accessToken}`, Origin: APP } })
    const response = await backend.fetch(request, from)
    if (response.status !== 200) throw new Error(await response.text())
    await response.text()
  }
}

const manyIps = Array.from({ length: RULES }, (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)

const costs = async (backend: NodeBackend) => {
  await configure(backend, 'ALLOW', manyIps)
  const { store } = backend.ports
  const start = performance.now()
  await isIpAllowed(store, TENANT, '10.0.0.1')
  const compileMs = performance.now() - start
  const decisionMs = await timeOf(500, () => isIpAllowed(store, TENANT, '10.0.20.7'))
  return { compileMs, decisionMs, firstPageMs: await timeOf(20, await listOf(backend)) }
}

const round = (number: number): number => Math.round(number * 1_000) / 1_000

const prove = async (name: string, databaseUrl: string | undefined) => {
  const backend = await openNodeBackend({ apiUrl: API, appUrl: APP, seed: true, ...(databaseUrl && { databaseUrl }) })
  const servers = await openServers(backend)
  const { made, wrong } = await requests(backend, servers)
  const believed = await forgeries(backend, servers)
  const { compileMs, decisionMs, firstPageMs } = await costs(backend)
  await Promise.all([closeServer(servers.ipv4), closeServer(servers.ipv6)])
  await backend.close()
  report({
    row: 54,
    wanted: `${name}: real requests from ${PEERS.length} addresses under both lists, 0 wrong; ${FORGED} forged headers, 0 believed; with ${RULES} rules a decision within ${DECISION_MS} ms and a first page within ${FIRST_PAGE_MS} ms, medians`,
    reached: `${wrong} of ${made} wrong, ${believed} believed, decision ${round(decisionMs)} ms (first after a change ${Math.round(compileMs)} ms), first page ${round(firstPageMs)} ms`,
    ok: wrong === 0 && believed === 0 && areWithin(DECISION_MS, decisionMs) && areWithin(FIRST_PAGE_MS, firstPageMs),
  })
}

await prove('PGlite', undefined)
const missing = postgresMissing()
if (missing) {
  process.stderr.write(`PostgreSQL left out: ${missing}\n`)
} else {
  const server = await startPostgres()
  await prove('PostgreSQL', server.url)
  await server.stop()
}
