import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { areWithin, report as reportRow, scaled } from './report.test-kit.ts'
import { proveHalfMade, proveKills, proveSecondRefused, type RestartFigures } from './restart.test-kit.ts'

/** 100 rounds without loss, each starting within 5 seconds. */
const rounds = Math.max(3, scaled(100))
const START_LIMIT_MS = 5_000
const REFUSAL = /^error The data folder \S+ is in use by process \d+; stop it or set DATA_DIR$/

const report = (wanted: string, ok: boolean, reached: object) =>
  reportRow({ row: 47, wanted, reached: JSON.stringify(reached), ok })

const reportKills = (what: string, count: number, figures: RestartFigures) =>
  report(
    `${what} in the middle of writes: ${count} rounds, 0 lost, starts within 5 s`,
    figures.lost === 0 && figures.acknowledged > count && areWithin(START_LIMIT_MS, figures.slowestStartMs),
    figures,
  )

const folder = mkdtempSync(join(tmpdir(), 'fe-restart-'))
try {
  const kills = await proveKills(join(folder, 'killed'), rounds)
  reportKills('PGlite: kill -9 of the process', rounds, kills)
  const second = await proveSecondRefused(join(folder, 'killed'))
  const refusal = second.refusal.replace(/\/\S+/, 'DATA_DIR') // Reported figures contain no local folder name.
  const isRefused = second.exitCode === 1 && REFUSAL.test(second.refusal)
  report('PGlite: a second process is refused', isRefused, { ...second, refusal })
  const tries = Math.max(4, Math.round(rounds / 5))
  const failed = await proveHalfMade((round) => join(folder, `half-${round}`), tries)
  report(`PGlite: a half-made folder is repaired, ${tries} of ${tries}`, failed === 0, { tries, failed })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const missing = postgresMissing()
if (missing) process.stdout.write(`PostgreSQL: ${missing}\n`)
else {
  const server = await startPostgres({ isDurable: true })
  try {
    const kills = await proveKills(await server.createDatabase('killed'), rounds)
    reportKills('PostgreSQL: kill -9 of the process', rounds, kills)
    const { crash } = server
    if (crash) {
      const deaths = Math.ceil(rounds / 4)
      const crashes = await proveKills(await server.createDatabase('crashed'), deaths, crash)
      reportKills('PostgreSQL: death of the server', deaths, crashes)
    }
  } finally {
    await server.stop()
  }
}
