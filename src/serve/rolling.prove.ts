import { isWhole, report, scaled } from '../backend/prove/report.test-kit.ts'
import { pgbouncerMissing, startPooler } from '../testing/pgbouncer.ts'
import { postgresMissing, startPostgres } from '../testing/postgres.ts'
import { nginxMissing } from './nginx.test-kit.ts'
import { faultsOf, proveRolling } from './rolling.test-kit.ts'

const CALLS_PER_SECOND = 100
/** Share of the rate that a full run must reach; the rest allows for the start of the load. */
const REACHED = 0.95

/** Replaces processes on a new database, which they reach through PgBouncer if `isPooled`. */
const prove = async ({ rounds, isPooled }: { rounds: number; isPooled: boolean }): Promise<void> => {
  const server = await startPostgres()
  const pooler = isPooled ? await startPooler(server.url) : undefined
  const databaseUrl = pooler?.urlOf(server.url) ?? server.url
  const figures = await proveRolling({
    databaseUrl,
    databaseDirectUrl: server.url,
    rounds,
    callsPerSecond: CALLS_PER_SECOND,
  })
  await pooler?.stop()
  await server.stop()
  const how = isPooled ? ' and PgBouncer in transaction mode' : ''
  report({
    row: 62,
    wanted: `${rounds} replacements of two processes behind nginx${how} under ${CALLS_PER_SECOND} calls/s, 5 of them sign-ins: 0 failed calls, 0 sign-outs, 0 lost events`,
    reached: JSON.stringify({ ...figures, failed: figures.failed.slice(0, 20), exitCodes: undefined }),
    // A slow machine that runs a few rounds in parallel with other tests doesn't reach the rate.
    ok: faultsOf(figures) === 0 && (!isWhole || figures.callsPerSecond >= CALLS_PER_SECOND * REACHED),
  })
}

const missing = postgresMissing() || nginxMissing()
if (missing) process.stderr.write(`Rolling replacements left out: ${missing}\n`)
else {
  await prove({ rounds: Math.max(2, scaled(20)), isPooled: false })
  const poolerMissing = pgbouncerMissing()
  if (poolerMissing) process.stderr.write(`Rolling replacements before a pooler left out: ${poolerMissing}\n`)
  else await prove({ rounds: Math.max(2, scaled(6)), isPooled: true })
}
