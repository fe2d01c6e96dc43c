import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createMemoryStore } from '../backend/store/memory.ts'
import type { Store } from '../backend/store/store.ts'
import { closeServer } from './listen.ts'
import { createMetrics, metricsListener } from './metrics.ts'

const NOW = 1_000_000
const GUIDE = readFileSync(new URL('../../demo-host/docs/guides/operations.md', import.meta.url), 'utf8')

const metricsOver = (store: Store) => {
  const metrics = createMetrics()
  const hasher = { hash: async () => '', verify: async () => false, waiting: () => 7 }
  metrics.watch(
    {
      store: { ...store, connections: () => ({ open: 9, idle: 4, waiting: 2 }) },
      hasher,
      clock: { now: () => NOW },
    },
    { outcomes: { sent: 12, retried: 5, refused: 2, expired: 1, stopped: 3 }, failingSince: NOW - 45_000 },
  )
  return metrics
}

describe('Metrics', () => {
  it('have what waits in queues, for the database and for a hash', async () => {
    const store = createMemoryStore()
    const email = { sealed: '', isAwaited: true, tries: 0, nextTryAt: NOW }
    await store.outgoingMails.insertMany([
      { ...email, id: 'older', createdAt: NOW - 30_000 },
      { ...email, id: 'newer', createdAt: NOW - 10_000 },
    ])
    const text = await metricsOver(store).text()
    for (const line of [
      'queue_depth{queue="emails"} 2',
      'queue_age_seconds{queue="emails"} 30',
      'queue_depth{queue="deliveries"} 0',
      'queue_age_seconds{queue="deliveries"} 0',
      'database_connections_open 9',
      'database_connections_idle 4',
      'database_connections_waiting 2',
      'password_hashes_waiting 7',
      'nodejs_eventloop_lag_seconds ',
    ])
      assert.ok(text.includes(`front_entry_${line}`), line)
  })

  it('show since when no email can be sent, and what became of the others', async () => {
    const metrics = metricsOver(createMemoryStore())
    await metrics.text()
    const text = await metrics.text()
    for (const line of [
      'emails_failing_seconds 45',
      'emails_total{outcome="sent"} 12',
      'emails_total{outcome="retried"} 5',
      'emails_total{outcome="refused"} 2',
      'emails_total{outcome="expired"} 1',
      'emails_total{outcome="stopped"} 3',
    ])
      assert.ok(text.includes(`front_entry_${line}`), line)
  })

  it('are served without the figures of queues while the database is away', async () => {
    const store = createMemoryStore()
    const page = async () => {
      throw new Error('away')
    }
    const text = await metricsOver({ ...store, outgoingMails: { ...store.outgoingMails, page } }).text()
    assert.match(text, /front_entry_queue_depth\{queue="emails"\} Nan/i)
    assert.match(text, /front_entry_queue_depth\{queue="deliveries"\} 0/)
  })

  it('are all in the guide on operations', async () => {
    const text = await metricsOver(createMemoryStore()).text()
    const names = [...text.matchAll(/^# TYPE front_entry_(\w+)/gm)].map(([, name = '']) => name)
    const missing = names
      .filter((name) => !/^(nodejs|process)_/.test(name))
      .filter((name) => !GUIDE.includes(name) && !GUIDE.includes(`\`_${name.split('_').at(-1)}\``))
    assert.deepEqual(missing, [])
  })
})

describe('The port of metrics', () => {
  let server: Server
  let url = ''
  before(async () => {
    const metrics = createMetrics()
    const listener = metricsListener(metrics)
    server = createServer((request, response) => void listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => closeServer(server))

  it('serves them at /metrics, and nothing else', async () => {
    const found = await fetch(`${url}/metrics`)
    assert.equal(found.status, 200)
    assert.match(found.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
    for (const [method, path] of [
      ['GET', '/'],
      ['POST', '/metrics'],
      ['GET', '/metrics/all'],
    ] as const)
      assert.equal((await fetch(url + path, { method })).status, 404)
  })
})
