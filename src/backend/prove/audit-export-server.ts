// The measured backend in its own process, which does nothing but serve: `node audit-export-server.ts <settings as
// JSON>`. It reads the commands `watch`, `arrive` and `end`, and prints one line of JSON with the port and one with the
// measurements.
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { getHeapSpaceStatistics } from 'node:v8'
import { BULK_TENANT_ID } from '../../testing/bulk.ts'
import { aDraft } from '../../testing/records.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { openNodeBackend } from '../node.ts'
import { serveBackend } from './serve-backend.test-kit.ts'

const AT_ONCE = 50
const WATCH_MS = 20

const mb = (bytes: number) => Math.round(bytes / 1e6)

const backend = await openNodeBackend(JSON.parse(process.argv[2] ?? '{}'))
const { port, stop } = await serveBackend(backend)

/** Returns the memory of the process and its parts, in megabytes. */
const memory = () => {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage()
  const spaces = getHeapSpaceStatistics().map(
    ({ space_name, space_size }) => [space_name.replace(/_space$/, ''), mb(space_size)] as const,
  )
  return {
    rss: mb(rss),
    heapTotal: mb(heapTotal),
    heapUsed: mb(heapUsed),
    external: mb(external),
    arrayBuffers: mb(arrayBuffers),
    spaces: Object.fromEntries(spaces.filter(([, size]) => size > 0)),
  }
}

let before = memory()
let peak = before
let watching: NodeJS.Timeout | undefined
let arrived = 0

const watch = () => {
  before = memory()
  peak = before
  watching = setInterval(() => {
    if (mb(process.memoryUsage().rss) > peak.rss) peak = memory()
  }, WATCH_MS)
}

const arrive = async () => {
  const drafts = Array.from({ length: AT_ONCE }, () =>
    aDraft({ id: randomUUID(), tenantId: BULK_TENANT_ID, createdAt: Date.now() }),
  )
  arrived += AT_ONCE
  await appendAudits(backend.store, BULK_TENANT_ID, drafts)
}

const end = async () => {
  clearInterval(watching)
  console.log(JSON.stringify({ grewMb: peak.rss - before.rss, arrived, before, peak }))
  await stop()
  await backend.close()
  process.exit(0)
}

const commands: Readonly<Record<string, () => unknown>> = { watch, arrive, end }
createInterface({ input: process.stdin }).on('line', (line) => void commands[line]?.())
console.log(JSON.stringify({ port }))
