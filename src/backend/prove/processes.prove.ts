import { postgresMissing } from '../../testing/postgres.ts'
import { faultsOf, proveProcesses } from './processes.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

const missing = postgresMissing()
if (missing) process.stderr.write(`Three processes left out: ${missing}\n`)
else {
  const rounds = Math.max(4, scaled(60))
  const figures = await proveProcesses({ browsers: 30, rounds, codes: scaled(40), kills: 3 })
  report({
    row: 'three processes on PostgreSQL',
    wanted: `${30 * rounds} rounds of refresh while each process is killed once: 0 signed out; codes, limits, logouts and keys shared`,
    reached: JSON.stringify(figures),
    ok: faultsOf(figures) === 0,
  })
}
