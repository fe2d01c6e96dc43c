import { postgresMissing } from '../../testing/postgres.ts'
import { report, scaled } from './report.test-kit.ts'
import { proveRights } from './rights-in-processes.test-kit.ts'

const missing = postgresMissing()
if (missing) process.stderr.write(`Rights in two processes left out: ${missing}\n`)
else {
  const changes = scaled(10_000)
  const figures = await proveRights({ changes, seed: 70 })
  report({
    row: 'rights in two processes',
    wanted: `${changes} random changes of roles, groups, permissions, policies, suspensions and plans, two processes on PostgreSQL: 0 stale after 1 s`,
    reached: JSON.stringify(figures),
    ok: figures.stale === 0 && figures.changes === changes,
  })
}
