import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configOf } from './config.ts'
import { readNewestMigration } from './postgres/migrations.ts'
import { createReadiness, withHealth } from './readiness.ts'

const newest = await readNewestMigration()

interface Fixture {
  executeSql?: () => Promise<{ rows: unknown[] }>
  isRunning?: boolean
  isDraining?: boolean
  /**
   * Time limit of a probe. Short only if the database never responds, because on a busy machine everything else takes
   * longer.
   */
  probeMs?: number
}

const ask = async (path: string, { executeSql, isRunning = true, isDraining = false, probeMs }: Fixture = {}) => {
  const readiness = createReadiness({
    store: { executeSql: executeSql ?? (async () => ({ rows: [{ newest }] })) },
    queue: { isRunning: () => isRunning },
    isDraining: () => isDraining,
    ...(probeMs && { probeMs }),
  })
  const config = configOf({ apiUrl: 'https://id.test', appUrl: 'https://app.test' })
  const fetch = withHealth(async () => new Response('the backend'), config, readiness)
  const response = await fetch(new Request(`https://id.test${path}`, { headers: { Origin: 'https://app.test' } }))
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const refused = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED db.internal:5432'), { code: 'ECONNREFUSED' })
}
const withoutTable = async () => {
  throw Object.assign(new Error('relation does not exist'), { code: '42P01' })
}

test('a process that can serve calls is alive, ready and healthy', async () => {
  assert.deepEqual(JSON.parse((await ask('/health/ready')).text), {
    status: 'ok',
    checks: { database: 'ok', migrations: 'ok', queue: 'ok' },
  })
  for (const path of ['/health', '/health/live']) {
    const { status, text } = await ask(path)
    assert.deepEqual([status, text], [200, '{"status":"ok"}'])
  }
})

test('a process of an older release stays ready after the migrations of a newer one', async () => {
  const { status } = await ask('/health/ready', { executeSql: async () => ({ rows: [{ newest: newest + 1 }] }) })
  assert.equal(status, 200)
})

for (const [what, fixture, error] of [
  ['whose database is away', { executeSql: refused }, "The database can't be reached"],
  [
    'whose database hangs',
    { executeSql: () => new Promise<never>(() => undefined), probeMs: 50 },
    "The database can't be reached",
  ],
  [
    'whose database can only be read',
    { executeSql: async () => ({ rows: [{ newest, isReadOnly: true }] }) },
    'The database can only be read',
  ],
  ['without tables', { executeSql: withoutTable }, 'Migrations of the database are missing'],
  [
    'without the newest migration',
    { executeSql: async () => ({ rows: [{ newest: newest - 1 }] }) },
    'Migrations of the database are missing',
  ],
  ['whose queue is stopped', { isRunning: false }, 'The queue of webhook deliveries is stopped'],
  ['that shuts down', { isDraining: true }, 'The server is shutting down'],
] as const)
  test(`a process ${what} is alive, and neither ready nor healthy`, async () => {
    assert.equal((await ask('/health/live', fixture)).status, 200)
    for (const path of ['/health', '/health/ready']) {
      const { status, headers, text } = await ask(path, fixture)
      assert.equal(status, 503)
      assert.deepEqual(JSON.parse(text).errors, [error])
      assert.equal(headers.get('Retry-After'), '3')
      assert.equal(headers.get('Access-Control-Allow-Origin'), 'https://app.test')
      assert.doesNotMatch(text, /internal|5432|ECONN/)
    }
  })

test('the database is read once for any number of simultaneous requests', async () => {
  let reads = 0
  const readiness = createReadiness({
    store: {
      executeSql: async () => {
        reads += 1
        return { rows: [{ newest }] }
      },
    },
    queue: { isRunning: () => true },
    isDraining: () => false,
  })
  await Promise.all(Array.from({ length: 50 }, readiness))
  assert.equal(reads, 1)
})

test('other paths and methods reach the backend', async () => {
  assert.equal((await ask('/health/other')).text, 'the backend')
})
