import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { report as reportRow, scaled } from './report.test-kit.ts'
import { proveHalfMade, proveKills, proveSecondRefused, type RestartFigures } from './restart.test-kit.ts'

/** RELIABILITY row 47: 100 rounds, no loss, starts within 5 s. */
const rounds = Math.max(3, scaled(100))
const START_LIMIT_MS = 5_000

const report = (title: string, ok: boolean, reached: object) =>
  reportRow({
    row: 47,
    wanted: `${title}: ${rounds} rounds, 0 lost, starts within 5 s`,
    reached: JSON.stringify(reached),
    ok,
  })

const holds = ({ lost, slowestStartMs }: RestartFigures) => lost === 0 && slowestStartMs < START_LIMIT_MS

const folder = mkdtempSync(join(tmpdir(), 'fe-restart-'))
try {
  const kills = await proveKills(join(folder, 'killed'), rounds)
  report('PGlite: kill -9 of the process in the middle of writes', holds(kills), kills)
  const second = await proveSecondRefused(join(folder, 'killed'))
  const refusal = second.refusal.replace(/\/\S+/, 'DATA_DIR') // figures name no folder of a machine
  report('PGlite: a second process is refused', /in use by process \d+/.test(refusal), { ...second, refusal })
  const tries = Math.max(4, Math.round(rounds / 5))
  const failed = await proveHalfMade((round) => join(folder, `half-${round}`), tries)
  report('PGlite: a half-made folder is repaired', failed === 0, { tries, failed })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const missing = postgresMissing()
if (missing) process.stdout.write(`PostgreSQL: ${missing}\n`)
else {
  const server = await startPostgres()
  try {
    const kills = await proveKills(await server.createDatabase('killed'), rounds)
    report('PostgreSQL: kill -9 of the process in the middle of writes', holds(kills), kills)
    const { crash } = server
    if (crash) {
      const crashes = await proveKills(await server.createDatabase('crashed'), Math.ceil(rounds / 4), crash)
      report('PostgreSQL: the server dies in the middle of writes', holds(crashes), crashes)
    }
  } finally {
    await server.stop()
  }
}
