import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { BULK_TENANT_ID } from '../../testing/bulk.ts'
import { startScript } from '../../testing/child-script.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import type { NodeBackendSettings } from '../node.ts'
import type { Store } from '../store/store.ts'
import { createChecksum } from './checksum.test-kit.ts'

const scriptOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const CLIENT = scriptOf('./audit-export-client.ts')
const SERVER = scriptOf('./audit-export-server.ts')

/** Rows that the backend serves before measuring starts. */
const WARM_UP_ROWS = 5_000

/** Maximum number of arrivals, which add 50 rows each. */
const MAX_ARRIVALS = 20

/** Ways to export: a stream for programs, or the parts that the page requests. */
type ExportWay = 'stream' | 'parts'

type Settings = Pick<NodeBackendSettings, 'dataDir' | 'databaseUrl' | 'apiUrl' | 'appUrl'>

interface Sum {
  rows: number
  sum: string
}

interface Exported extends Sum {
  bytes: number
  /** Last position of the log when the export began. */
  lastSeq: number
}

type Memory = Record<'rss' | 'heapTotal' | 'heapUsed' | 'external' | 'arrayBuffers', number>

interface Measured {
  grewMb: number
  arrived: number
  before: Memory
  peak: Memory
}

/** Returns the checksum of the log up to a position, read without an export. */
const checksumOf = async ({ audits }: Pick<Store, 'audits'>, lastSeq: number): Promise<Sum> => {
  const found = createChecksum()
  for (let seq = 1; seq <= lastSeq; seq += 5_000) {
    const where = { tenantId: BULK_TENANT_ID, seq: { gte: seq, lt: Math.min(seq + 5_000, lastSeq + 1) } }
    const rows = await audits.listFields(where, ['seq', 'hash'])
    for (const { hash } of rows.sort((left, right) => left.seq - right.seq)) found.add(hash)
  }
  return found.result()
}

/** Runs a client until it ends. */
const runClient = async (args: readonly string[], onProgress: () => void): Promise<Exported> => {
  let result: Exported | undefined
  for await (const line of createInterface({ input: startScript(CLIENT, ...args).stdout })) {
    if (line === 'progress') onProgress()
    else result = JSON.parse(line)
  }
  if (!result) throw new Error('The client of the export failed')
  return result
}

const openServer = async (settings: Settings) => {
  const server = startScript(SERVER, JSON.stringify(settings))
  const lines = createInterface({ input: server.stdout })
  const next = async <Line>(): Promise<Line> => JSON.parse(String((await once(lines, 'line'))[0]))
  const { port } = await next<{ port: number }>()
  return {
    origin: `http://localhost:${port}`,
    say: (command: 'watch' | 'arrive') => void server.stdin?.write(`${command}\n`),
    async end(): Promise<Measured> {
      const [measured] = await Promise.all([next<Measured>(), server.stdin?.write('end\n')])
      await once(server, 'close')
      return measured
    },
  }
}

/** Reads the expected checksum of the log while no other process has the database open. */
const expectedOf = async ({ databaseUrl, dataDir }: Settings, lastSeq: number): Promise<Sum> => {
  const store = databaseUrl ? await openPostgresStore(databaseUrl) : await openPgliteStore(dataDir)
  try {
    return await checksumOf(store, lastSeq)
  } finally {
    await store.close()
  }
}

/**
 * Exports the whole log as JSON Lines while rows arrive, and compares it with the log at the start of the export.
 * Backend and client each run in their own process.
 */
export const measureExport = async (
  settings: Settings,
  way: ExportWay,
  signIn: (origin: string) => Promise<string>,
) => {
  const { origin, say, end } = await openServer(settings)
  const accessToken = await signIn(origin)
  await runClient([origin, accessToken, way, String(WARM_UP_ROWS)], () => undefined)
  say('watch')
  const start = performance.now()
  let arrivals = 0
  const { rows, sum, bytes, lastSeq } = await runClient([origin, accessToken, way], () => {
    if (arrivals++ < MAX_ARRIVALS) say('arrive')
  })
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const { grewMb, arrived, before, peak } = await end()
  const expected = await expectedOf(settings, lastSeq)
  const isExact = rows === lastSeq && rows === expected.rows && sum === expected.sum
  return { rows, sum, arrived, megabytes: Math.round(bytes / 1e6), seconds, grewMb, before, peak, isExact }
}
