import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLog } from '../../contract/additions/audit-log.ts'
import { audits } from '../../contract/audits.ts'
import { login } from '../../contract/login.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { type NodeBackend, openNodeBackend } from '../node.ts'
import { BULK_EMAIL, BULK_TENANT_ID } from '../sample/bulk.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { measureExport } from './audit-export.test-kit.ts'
import { median, report, scaled } from './report.test-kit.ts'
import { seedAudits } from './seed-audits.test-kit.ts'

/** The audit log at the API: a million rows on PostgreSQL, 100,000 on the embedded database. */
const LIMIT_MS = 300
const HISTOGRAM_LIMIT_MS = 500
const EXPORT_LIMIT_MB = 100
const ROUNDS = 11
const PAGE = 20
const DAY_MS = 86_400_000

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'

const signIn = async (backend: NodeBackend): Promise<string> => {
  const body = JSON.stringify({ email: BULK_EMAIL, password: SAMPLE_PASSWORD })
  const headers = { 'Content-Type': 'application/json', Origin: appUrl }
  const response = await backend.fetch(new Request(apiUrl + login.login.path, { method: 'POST', headers, body }))
  const { accessToken } = (await response.json()) as { accessToken: string }
  return accessToken
}

type Query = Record<string, string | number>

const casesOf = (total: number): Record<string, Query> => {
  const range = { from: Date.now() - 40 * DAY_MS, to: Date.now() - 33 * DAY_MS }
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
    'of a week': { createdAt: JSON.stringify(range) },
    'severe of a week': { createdAt: JSON.stringify(range), severity: 'High' },
    'rare text': { filter: '203.0.113.77' },
    'a name': { filter: 'zofia' },
    'a common text': { filter: 'signed in' },
    'no text': { filter: 'qqqxyz' },
    'text and severity': { filter: 'zofia', severity: 'High' },
  }
}

const measure = async (name: string, backend: NodeBackend, rows: number) => {
  const passwordHash = await backend.ports.hasher.hash(SAMPLE_PASSWORD)
  const seeding = performance.now()
  await seedAudits(backend.store, { users: 2_000, audits: rows, passwordHash, now: Date.now() })
  const seeded = Math.round((performance.now() - seeding) / 1_000)
  const accessToken = await signIn(backend)
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
  const histogram = await medianOf(auditLog.getAuditHistogram.path, { buckets: 60 })
  const worst = Math.max(stats, ...Object.values(reached))
  report({
    row: `audit log at the API, ${name}`,
    wanted: `${rows} rows: every page, order, filter and search within ${LIMIT_MS} ms, histogram within ${HISTOGRAM_LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify({ total, listed, seededInSeconds: seeded, stats, histogram, ...reached }),
    ok: worst <= LIMIT_MS && histogram <= HISTOGRAM_LIMIT_MS && total >= rows && listed === total,
  })
  const exported = await measureExport(backend, accessToken)
  report({
    row: `export of the audit log, ${name}`,
    wanted: `every row once while 1,000 more arrive, memory of the backend’s process grows under ${EXPORT_LIMIT_MB} MB`,
    reached: JSON.stringify(exported),
    ok: exported.isExact && exported.grewMb < EXPORT_LIMIT_MB,
  })
}

const onPglite = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fe-audits-'))
  const backend = await openNodeBackend({ dataDir: folder, apiUrl, appUrl, seed: true })
  try {
    await measure('PGlite', backend, scaled(100_000))
  } finally {
    await backend.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const onPostgres = async () => {
  const server = await startPostgres()
  const backend = await openNodeBackend({ databaseUrl: server.url, apiUrl, appUrl, seed: true })
  try {
    await measure('PostgreSQL', backend, scaled(1_000_000))
  } finally {
    await backend.close()
    await server.stop()
  }
}

if (process.env.AUDITS_ON !== 'postgres') await onPglite()
if (process.env.AUDITS_ON !== 'pglite' && !postgresMissing()) await onPostgres()
