import { rmSync } from 'node:fs'
import { temporaryData } from '../../testing/pglite.ts'
import { postgresMissing, startPostgres } from '../../testing/postgres.ts'
import { report, scaled } from './report.test-kit.ts'
import { isWholeUnit, proveUnits } from './unit-of-work.test-kit.ts'

const rounds = Math.max(3, scaled(100))

const prove = async (what: string, target: string) => {
  const figures = await proveUnits(target, rounds)
  report({
    row: 74,
    wanted: `${what}: kill -9 in the middle of changes, ${rounds} rounds, 0 changes without row, 0 rows without change`,
    reached: JSON.stringify(figures),
    ok: isWholeUnit(figures),
  })
}

const folder = await temporaryData()
try {
  await prove('PGlite', folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const missing = postgresMissing()
if (missing) process.stdout.write(`PostgreSQL: ${missing}\n`)
else {
  const server = await startPostgres({ isDurable: true })
  try {
    await prove('PostgreSQL', await server.createDatabase('units'))
  } finally {
    await server.stop()
  }
}
