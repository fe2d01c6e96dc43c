import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { roleIdOf } from '../sample/access.ts'
import { BULK_TENANT_ID, seedBulk } from '../sample/bulk.ts'
import type { Collection, PageQuery, Store } from '../store/store.ts'
import { auditShapes, memberShapes } from './list-shapes.ts'

/** The figure at the API; the store may use this much of it. */
const API_LIMIT_MS = 300
const ROUNDS = 20
const PAGE = 20

const scale = Number(process.env.ROW_SCALE ?? 1)
const users = Math.max(2_000, Math.round(100_000 * scale))
const folder = process.env.LISTS_DIR ?? mkdtempSync(join(tmpdir(), 'fe-lists-'))

interface Timed {
  title: string
  total: number
  firstMs: number
  lastMs: number
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times)
}

type Query<Row> = Omit<PageQuery<Row>, 'limit' | 'offset'>

const measure = async <Row extends { id: string }>(
  rows: Collection<Row>,
  title: string,
  query: Query<Row>,
): Promise<Timed> => {
  const { total } = await rows.page({ ...query, offset: 0, limit: 1 })
  const last = Math.max(0, total - PAGE)
  return {
    title,
    total,
    firstMs: await timeOf(() => rows.page({ ...query, offset: 0, limit: PAGE })),
    lastMs: await timeOf(() => rows.page({ ...query, offset: last, limit: PAGE })),
  }
}

const measureAll = async (store: Store): Promise<Timed[]> => {
  const timed: Timed[] = []
  for (const { title, query } of memberShapes(BULK_TENANT_ID, roleIdOf('team-manager'))) {
    timed.push(await measure(store.members, `members ${title}`, query))
  }
  for (const { title, query } of auditShapes(BULK_TENANT_ID)) {
    timed.push(await measure(store.audits, `audits ${title}`, query))
  }
  return timed
}

const store = await (process.env.DATABASE_URL ? openPostgresStore(process.env.DATABASE_URL) : openPgliteStore(folder))
try {
  const start = performance.now()
  await seedBulk(store, { users, audits: users, passwordHash: 'none', now: 1_767_225_600_000 })
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const timed = await measureAll(store)
  for (const { title, total, firstMs, lastMs } of timed) {
    const cells = [
      title.padEnd(38),
      String(total).padStart(7),
      firstMs.toFixed(1).padStart(8),
      lastMs.toFixed(1).padStart(8),
    ]
    process.stdout.write(`${cells.join(' ')}\n`)
  }
  const worst = Math.max(...timed.flatMap(({ firstMs, lastMs }) => [firstMs, lastMs]))
  process.stdout.write(`seeded ${users} users in ${seconds} s; worst median ${worst.toFixed(1)} ms\n`)
  if (worst > API_LIMIT_MS) process.exitCode = 1
} finally {
  await store.close()
  if (!process.env.LISTS_DIR) rmSync(folder, { recursive: true, force: true })
}
