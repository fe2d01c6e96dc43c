import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { startScript } from '../../testing/child-script.ts'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit-log.ts'
import type { NodeBackend } from '../node.ts'
import { BULK_TENANT_ID } from '../sample/bulk.ts'
import { serveBackend } from './serve-backend.test-kit.ts'

const CLIENT = fileURLToPath(new URL('./audit-export-client.ts', import.meta.url))
const ARRIVING = 1_000
const AT_ONCE = 50
const WATCH_MS = 20

export const createChecksum = () => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (id: string): number => {
      rows += 1
      hash.update(`${id}\n`)
      return rows
    },
    result: () => ({ rows, sum: hash.digest('hex').slice(0, 16) }),
  }
}

/** What the log holds before the export, read without it. */
const expectedOf = async ({ store }: NodeBackend) => {
  const head = await store.auditHeads.get(BULK_TENANT_ID)
  const found = createChecksum()
  for (let seq = 1; seq <= (head?.seq ?? 0); seq += 5_000) {
    const rows = await store.audits.list({ tenantId: BULK_TENANT_ID, seq: { gte: seq, lt: seq + 5_000 } })
    for (const { hash } of rows.sort((left, right) => left.seq - right.seq)) found.add(hash)
  }
  return found.result()
}

/** How much this process, which is the backend's, grows meanwhile. */
const watchMemory = () => {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, WATCH_MS)
  return () => {
    clearInterval(watch)
    return Math.round((peak - before) / 1e6)
  }
}

interface Exported {
  rows: number
  sum: string
  bytes: number
}

/** Exports the whole log as JSON Lines to another process while rows arrive, and compares it with what the log held before. */
export const measureExport = async (backend: NodeBackend, accessToken: string) => {
  const expected = await expectedOf(backend)
  const { port, stop } = await serveBackend(backend)
  const grew = watchMemory()
  const start = performance.now()
  let arrived = 0
  const arrive = async () => {
    const ids = Array.from({ length: AT_ONCE }, (_, at) => `late ${arrived + at}`)
    arrived += AT_ONCE
    const drafts = ids.map((id) => aDraft({ id, tenantId: BULK_TENANT_ID }))
    await appendAudits(backend.store, BULK_TENANT_ID, drafts)
  }
  const client = startScript(CLIENT, `http://localhost:${port}`, accessToken)
  let exported: Exported | undefined
  for await (const line of createInterface({ input: client.stdout })) {
    if (line !== 'progress') exported = JSON.parse(line) as Exported
    else if (arrived < ARRIVING) await arrive()
  }
  const grewMb = grew()
  await stop()
  return {
    rows: exported?.rows,
    sum: exported?.sum,
    arrived,
    megabytes: Math.round((exported?.bytes ?? 0) / 1e6),
    seconds: Math.round((performance.now() - start) / 100) / 10,
    grewMb,
    isExact: exported?.rows === expected.rows && exported.sum === expected.sum,
  }
}
