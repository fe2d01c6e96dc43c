import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedBulk } from '../../testing/bulk.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { measureLists, worstOf } from './lists.ts'
import { areWithin, report, scaled } from './report.test-kit.ts'

/** The limit at the API; the store may use only a part of it. */
const API_LIMIT_MS = 300

const users = Math.max(2_000, scaled(100_000))
const folder = process.env.LISTS_DIR ?? mkdtempSync(join(tmpdir(), 'fe-lists-'))

const store = await (process.env.DATABASE_URL ? openPostgresStore(process.env.DATABASE_URL) : openPgliteStore(folder))
try {
  const start = performance.now()
  await seedBulk(store, { users, audits: users, passwordHash: 'none', now: 1_767_225_600_000 })
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const timed = await measureLists(store)
  for (const { title, total, firstMs, lastMs } of timed) {
    const cells = [
      title.padEnd(38),
      String(total).padStart(7),
      firstMs.toFixed(1).padStart(8),
      lastMs.toFixed(1).padStart(8),
    ]
    process.stdout.write(`${cells.join(' ')}\n`)
  }
  const worst = worstOf(timed)
  report({
    row: 'lists of the store',
    wanted: `${users} users: first and last page of every list within ${API_LIMIT_MS} ms, median of 20`,
    reached: `worst median ${worst.toFixed(1)} ms; seeded in ${seconds} s`,
    ok: areWithin(API_LIMIT_MS, worst),
  })
} finally {
  await store.close()
  if (!process.env.LISTS_DIR) rmSync(folder, { recursive: true, force: true })
}
