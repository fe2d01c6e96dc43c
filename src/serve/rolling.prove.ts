import { isWhole, report, scaled } from '../backend/prove/report.test-kit.ts'
import { postgresMissing, startPostgres } from '../testing/postgres.ts'
import { nginxMissing } from './nginx.test-kit.ts'
import { faultsOf, proveRolling } from './rolling.test-kit.ts'

const CALLS_PER_SECOND = 100
/** Part of the rate that a whole run must reach; the rest is for the start of the load. */
const REACHED = 0.95

const missing = postgresMissing() || nginxMissing()
if (missing) process.stderr.write(`Rolling replacements left out: ${missing}\n`)
else {
  const server = await startPostgres()
  const rounds = Math.max(2, scaled(20))
  const figures = await proveRolling({ databaseUrl: server.url, rounds, callsPerSecond: CALLS_PER_SECOND })
  await server.stop()
  report({
    row: 62,
    wanted: `${rounds} replacements of two processes behind nginx under ${CALLS_PER_SECOND} calls/s, 5 of them sign-ins: 0 failed calls, 0 sign-outs, 0 lost events`,
    reached: JSON.stringify({ ...figures, failed: figures.failed.slice(0, 20), exitCodes: undefined }),
    // A slow machine that runs a few rounds beside other tests doesn't reach the rate.
    ok: faultsOf(figures) === 0 && (!isWhole || figures.callsPerSecond >= CALLS_PER_SECOND * REACHED),
  })
}
