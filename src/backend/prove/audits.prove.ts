import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { auditLog, audits } from '../../contract/audits.ts'
import { login } from '../../contract/login.ts'
import { BULK_EMAIL, BULK_TENANT_ID } from '../../testing/bulk.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { type NodeBackend, type NodeBackendSettings, openNodeBackend } from '../node.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { measureExport } from './audit-export.test-kit.ts'
import { areWithin, isWhole, median, report, scaled } from './report.test-kit.ts'
import { seedAudits } from './seed-audits.test-kit.ts'

/** Measures the audit log at the API, with a million rows on PostgreSQL and 100,000 on the embedded database. */
const LIMIT_MS = 300
const HISTOGRAM_LIMIT_MS = 500
const EXPORT_LIMIT_MB = 100
const ROUNDS = 11
const PAGE = 20
const DAY_MS = 86_400_000

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'

type Database = Pick<NodeBackendSettings, 'dataDir' | 'databaseUrl'>
type Send = (request: Request) => Promise<Response>

const signIn = async (origin: string, send: Send): Promise<string> => {
  const body = JSON.stringify({ email: BULK_EMAIL, password: SAMPLE_PASSWORD })
  const headers = { 'Content-Type': 'application/json', Origin: appUrl }
  const response = await send(new Request(origin + login.login.path, { method: 'POST', headers, body }))
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

type Query = Record<string, string | number>

const weekOf = (): Query => ({
  createdAt: JSON.stringify({ from: Date.now() - 40 * DAY_MS, to: Date.now() - 33 * DAY_MS }),
})

const casesOf = (total: number): Record<string, Query> => {
  return {
    'first page': {},
    'deep page': { offset: Math.floor(total / 2) },
    'last page': { offset: total - PAGE },
    'by user': { sortBy: 'email', sortDirection: 'asc' },
    'by action, deep': { sortBy: 'action', sortDirection: 'asc', offset: Math.floor(total / 2) },
    'by severity': { sortBy: 'severity' },
    'by IP address': { sortBy: 'ip', sortDirection: 'asc' },
    'of one user': { email: BULK_EMAIL },
    'of one action': { action: 'User removed' },
    'of a common action, deep': { action: 'User signed in', offset: Math.floor(total / 8) },
    'of one severity': { severity: 'High' },
    'of two severities': { severity: '["High","Medium"]' },
    'of one IP address': { ip: '192.0.2.17' },
    'of a week': weekOf(),
    'severe of a week': { ...weekOf(), severity: 'High' },
    'rare text': { filter: '203.0.113.77' },
    'a name': { filter: 'zofia' },
    'a common text': { filter: 'signed in' },
    'no text': { filter: 'qqqxyz' },
    'text and severity': { filter: 'zofia', severity: 'High' },
  }
}

/** Opens the backend for some work and closes all of its connections afterwards. */
const withBackend = async <Result>(settings: NodeBackendSettings, work: (backend: NodeBackend) => Promise<Result>) => {
  const backend = await openNodeBackend(settings)
  try {
    return await work(backend)
  } finally {
    await backend.close()
  }
}

/** Fills the database and returns how many seconds that took. */
const seed = async ({ ports, store }: NodeBackend, rows: number): Promise<number> => {
  const passwordHash = await ports.hasher.hash(SAMPLE_PASSWORD)
  const start = performance.now()
  await seedAudits(store, { users: 2_000, audits: rows, passwordHash, now: Date.now() })
  return Math.round((performance.now() - start) / 1_000)
}

const histogramsOf = (): Record<string, Query> => ({
  histogram: {},
  'histogram of a common text': { filter: 'signed in' },
  'histogram of a name': { filter: 'zofia' },
  'histogram of one user': { email: BULK_EMAIL },
  'histogram of a week': weekOf(),
})

const measureCalls = async (name: string, backend: NodeBackend, { rows, seeded }: { rows: number; seeded: number }) => {
  const accessToken = await signIn(apiUrl, backend.fetch)
  const headers = { Authorization: `Bearer ${accessToken}`, Origin: appUrl }
  const get = async (path: string, query: Query) => {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    const start = performance.now()
    const response = await backend.fetch(new Request(`${apiUrl}${path}?${search}`, { headers }))
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path} ${response.status} ${text}`)
    return { took: performance.now() - start, text }
  }
  const medianOf = async (path: string, query: Query) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push((await get(path, query)).took)
    return Math.round(median(times))
  }
  const total = await backend.store.audits.count({ tenantId: BULK_TENANT_ID })
  const { text } = await get(audits.listAudits.path, { offset: 0, count: PAGE })
  const listed: number = JSON.parse(text).total
  const reached: Record<string, number> = {}
  for (const [title, query] of Object.entries(casesOf(total))) {
    reached[title] = await medianOf(audits.listAudits.path, { offset: 0, count: PAGE, ...query })
  }
  const stats = await medianOf(audits.getAuditStats.path, { sortBy: 'createdAt', sortDirection: 'desc', count: PAGE })
  const drawn: Record<string, number> = {}
  for (const [title, query] of Object.entries(histogramsOf())) {
    drawn[title] = await medianOf(auditLog.getAuditHistogram.path, { buckets: 60, ...query })
  }
  const worst = Math.max(stats, ...Object.values(reached))
  report({
    row: `audit log at the API, ${name}`,
    wanted: `${rows} rows: every page, order, filter and search within ${LIMIT_MS} ms, every histogram within ${HISTOGRAM_LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify({ total, listed, seededInSeconds: seeded, stats, ...drawn, ...reached }),
    ok:
      areWithin(LIMIT_MS, worst) &&
      areWithin(HISTOGRAM_LIMIT_MS, ...Object.values(drawn)) &&
      total >= rows &&
      listed === total,
  })
}

const measureExports = async (name: string, database: Database) => {
  for (const [way, title] of [
    ['stream', 'export of the audit log'],
    ['parts', 'export of the audit log in parts'],
  ] as const) {
    const settings = { ...database, apiUrl, appUrl }
    const exported = await measureExport(settings, way, (origin) => signIn(origin, fetch))
    report({
      row: `${title}, ${name}`,
      wanted: `every row once while 1,000 more arrive, memory of the backend’s process grows under ${EXPORT_LIMIT_MB} MB`,
      reached: JSON.stringify(exported),
      ok: exported.isExact && exported.arrived >= scaled(1_000) && exported.grewMb < EXPORT_LIMIT_MB,
    })
  }
}

const measure = async (name: string, database: Database, rows: number) => {
  const settings = { ...database, apiUrl, appUrl, seed: true }
  const seeded = await withBackend(settings, (backend) => seed(backend, rows))
  const calls = () => withBackend(settings, (backend) => measureCalls(name, backend, { rows, seeded }))
  await (database.databaseUrl ? countScans(name, database.databaseUrl, calls) : calls())
  await measureExports(name, database)
}

const OTHERS = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/**
 * Returns how often the table and its indexes were read. It waits for other connections to close, because they add
 * their own numbers only then.
 */
const scansOf = async (databaseUrl: string) => {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  while ((await client.query(OTHERS)).rows[0]?.count > 0);
  const { rows } = await client.query(
    `select seq_scan::int as whole, idx_scan::int as "byIndex" from pg_stat_user_tables where relname = 'audits'`,
  )
  await client.end()
  return rows[0] as { whole: number; byIndex: number }
}

/** Reports whether the work reads the whole table. */
const countScans = async (name: string, databaseUrl: string, work: () => Promise<unknown>) => {
  const before = await scansOf(databaseUrl)
  await work()
  const after = await scansOf(databaseUrl)
  const [whole, byIndex] = [after.whole - before.whole, after.byIndex - before.byIndex]
  report({
    row: `whole reads of the audit log, ${name}`,
    wanted: 'none for any page, order, filter, search or histogram',
    reached: `${whole} sequential scans, ${byIndex} of an index`,
    // The database reads a short table as a whole because that is faster.
    ok: (whole === 0 || !isWhole) && byIndex > 0,
  })
}

const onPglite = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fe-audits-'))
  try {
    await measure('PGlite', { dataDir }, scaled(100_000))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const onPostgres = async () => {
  const server = await startPostgres()
  try {
    await measure('PostgreSQL', { databaseUrl: server.url }, scaled(1_000_000))
  } finally {
    await server.stop()
  }
}

if (process.env.AUDITS_ON !== 'postgres') await onPglite()
if (process.env.AUDITS_ON !== 'pglite' && !postgresMissing()) await onPostgres()
