import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { scriptArguments } from '../../testing/child-script.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { aDraft } from '../../testing/records.ts'
import { configOf } from '../adapters/config.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { createSigner } from '../adapters/signer.ts'
import { appendAudits } from '../domain/audit/audit.ts'
import { addCheckpoints } from '../domain/audit/checkpoints.ts'
import { verifyLog } from '../domain/audit/verify-log.ts'
import { median, report, scaled } from './report.test-kit.ts'

/** Four processes write 100,000 rows to one log with checkpoints in between; the log must not appear tampered with. */
const WRITERS = 4
const ROWS = scaled(100_000)

const run = promisify(execFile)
const script = fileURLToPath(new URL('audit-writer.ts', import.meta.url))
const server = await startPostgres()
const store = await openPostgresStore(server.url)
const config = configOf({ apiUrl: 'http://localhost:3002', appUrl: 'http://localhost:3000' })
const ports = { store, clock: { now: () => Date.now() }, config, signer: createSigner(store, config) }

const verifyAll = async (): Promise<string | undefined> => {
  for (let from: number | null = 0; from !== null; ) {
    const part = await verifyLog(ports, 'acme', from)
    if (part.problem) return JSON.stringify(part.problem)
    from = part.next
  }
  return undefined
}

/** Measures the cost of writing a single row while no other is written. */
const costOf = async (write: (at: number) => Promise<unknown>): Promise<number> => {
  const times: number[] = []
  for (let at = 0; at < 200; at++) {
    const start = performance.now()
    await write(at)
    times.push(performance.now() - start)
  }
  return Math.round(median(times) * 100) / 100
}

try {
  const chained = await costOf((at) => appendAudits(store, 'quiet', [aDraft({ id: `c${at}`, tenantId: 'quiet' })]))
  const plain = await costOf((at) =>
    store.audits.insert({
      ...aDraft({ id: `p${at}`, tenantId: 'plain' }),
      seq: at + 1,
      prevHash: '',
      hash: '',
      searchText: '',
    }),
  )
  const start = performance.now()
  const writing = Promise.all(
    Array.from({ length: WRITERS }, (_, at) =>
      run(process.execPath, scriptArguments(script, server.url, `w${at}`, String(Math.ceil(ROWS / WRITERS)))),
    ),
  )
  let isOver = false
  void writing.finally(() => {
    isOver = true
  })
  const alarms: string[] = []
  const look = async () => {
    await addCheckpoints(ports)
    const alarm = await verifyAll()
    if (alarm) alarms.push(alarm)
  }
  while (!isOver) await look()
  const outputs = await writing
  const seconds = Math.round((performance.now() - start) / 100) / 10
  await look()
  const rows = await store.audits.count({ tenantId: 'acme' })
  report({
    row: 'audit log with four writer processes',
    wanted: `${ROWS} rows by ${WRITERS} processes: no false alarm, no row lost`,
    reached: JSON.stringify({
      rows,
      alarms,
      seconds,
      checkpoints: await store.auditCheckpoints.count({}),
      msPerRow: { chained, plain },
      underLoad: outputs.map(({ stdout }) => stdout),
    }),
    ok: alarms.length === 0 && rows >= ROWS,
  })
} finally {
  await store.close()
  await server.stop()
}
