import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { users } from '../../contract/users.ts'
import { seedBulk, signInBulk } from '../../testing/bulk.ts'
import { openNodeBackend } from '../node.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { areWithin, median, report, scaled } from './report.test-kit.ts'

/** Measures the users page at the API, for a tenant of 100,000 users on the embedded database. */
const LIMIT_MS = 300
const ROUNDS = 20
const PAGE = 20

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'
const count = Math.max(2_000, scaled(100_000))
const folder = process.env.LISTS_DIR ?? mkdtempSync(join(tmpdir(), 'fe-api-lists-'))
const backend = await openNodeBackend({ dataDir: folder, apiUrl, appUrl, seed: true })

const list = async (token: string, query: Record<string, string | number>) => {
  const search = new URLSearchParams({ _includeSubTenants: 'false', _limit: String(PAGE) })
  for (const [name, value] of Object.entries(query)) search.set(name, String(value))
  const headers = { Authorization: `Bearer ${token}`, Origin: appUrl }
  const start = performance.now()
  const response = await backend.fetch(new Request(`${apiUrl}${users.listUsersV2.path}?${search}`, { headers }))
  const text = await response.text()
  const took = performance.now() - start
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  const page = JSON.parse(text) as { items: unknown[]; _metadata: { totalPages: number; totalItems: number } }
  return { took, page }
}

try {
  const passwordHash = await backend.ports.hasher.hash(SAMPLE_PASSWORD)
  await seedBulk(backend.store, { users: count, audits: 1, passwordHash, now: Date.now() })
  const token = await signInBulk(backend.fetch, { apiUrl, appUrl })
  const { page } = await list(token, { _offset: 0 })
  const cases: Record<string, Record<string, string | number>> = {
    'first rows': { _offset: 0, _sortBy: 'name', _order: 'ASC' },
    search: { _offset: 0, _sortBy: 'name', _order: 'ASC', _filter: 'anders' },
    'last page': { _offset: page._metadata.totalPages - 1, _sortBy: 'name', _order: 'ASC' },
  }
  const reached: Record<string, number> = {}
  for (const [title, query] of Object.entries(cases)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push((await list(token, query)).took)
    reached[title] = Math.round(median(times))
  }
  report({
    row: 'users page at the API',
    wanted: `${count} users on PGlite: first rows, search and last page within ${LIMIT_MS} ms each, median of ${ROUNDS}`,
    reached: JSON.stringify({ total: page._metadata.totalItems, ...reached }),
    ok: areWithin(LIMIT_MS, ...Object.values(reached)) && page._metadata.totalItems >= count,
  })
} finally {
  await backend.close()
  if (!process.env.LISTS_DIR) rmSync(folder, { recursive: true, force: true })
}
