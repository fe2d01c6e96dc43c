import { isWhole, report, scaled } from '../backend/prove/report.test-kit.ts'
import { postgresMissing, startPostgres } from '../testing/postgres.ts'
import { BASELINE, baselineMissing, extractBaseline } from './baseline.test-kit.ts'
import { nginxMissing } from './nginx.test-kit.ts'
import { faultsOf, proveRolling, SERVER } from './rolling.test-kit.ts'

/** The rate is low, because the proof is about what two releases read and write, not about their speed. */
const CALLS_PER_SECOND = 20
/** Share of the rate that a full run must reach; the rest allows for the start of the load. */
const REACHED = 0.95
const PROCESSES = 2

const missing = postgresMissing() || nginxMissing() || baselineMissing()
if (missing) process.stderr.write(`Two releases on one database left out: ${missing}\n`)
else {
  const server = await startPostgres()
  const baseline = await extractBaseline()
  // Upgrades both processes one after the other, returns both to the baseline, and so on. After each round, the two
  // processes are of different releases or of the same one.
  const scriptOf = (nth: number) => (Math.floor(nth / PROCESSES) % 2 === 0 ? baseline.script : SERVER)
  const rounds = 2 + 4 * Math.floor(scaled(10) / 4)
  const figures = await proveRolling({
    databaseUrl: server.url,
    databaseDirectUrl: server.url,
    rounds,
    callsPerSecond: CALLS_PER_SECOND,
    scriptOf,
  })
  await baseline.remove()
  await server.stop()
  report({
    row: 62,
    wanted: `two releases, ${BASELINE} and this one, side by side on one database: ${rounds} replacements, from one to the other and back, under ${CALLS_PER_SECOND} calls/s: 0 failed calls, 0 sign-outs, 0 lost events`,
    reached: JSON.stringify({ ...figures, failed: figures.failed.slice(0, 20), exitCodes: undefined }),
    ok: faultsOf(figures) === 0 && (!isWhole || figures.callsPerSecond >= CALLS_PER_SECOND * REACHED),
  })
}
