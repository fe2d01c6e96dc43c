import { report, scaled } from '../backend/prove/report.test-kit.ts'
import { postgresMissing, startPostgres } from '../testing/postgres.ts'
import { faultsOf, proveRolling } from './rolling.test-kit.ts'

const missing = postgresMissing()
if (missing) process.stderr.write(`Rolling replacements left out: ${missing}\n`)
else {
  const server = await startPostgres()
  const rounds = Math.max(2, scaled(20))
  const figures = await proveRolling({ databaseUrl: server.url, rounds, callsPerSecond: 100 })
  await server.stop()
  report({
    row: 62,
    wanted: `${rounds} replacements of two processes under 100 calls/s: 0 failed calls, 0 sign-outs, 0 lost events`,
    reached: JSON.stringify({ ...figures, failed: figures.failed.slice(0, 20), exitCodes: undefined }),
    ok: faultsOf(figures) === 0,
  })
}
