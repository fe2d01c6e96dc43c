// One process of better-auth for `npm run bench:backend -- --peers`, with sessions in PostgreSQL and only the settings
// that a comparison needs. It reports its figures like `../backend-server.ts`.

import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { Pool } from 'pg'
import { recordStatements } from '../../../../src/testing/statements.ts'

const PLAIN = {
  hash: async (password) => `plain:${password}`,
  verify: async ({ hash, password }) => hash === `plain:${password}`,
}

const { databaseUrl, hashes, users, latencyMs } = JSON.parse(process.argv[2] ?? '{}')

const options = {
  database: new Pool({ connectionString: databaseUrl, max: 10 }),
  baseURL: 'http://localhost:3002',
  secret: 'a secret of the benchmark, which protects nothing',
  trustedOrigins: ['http://localhost:3000'],
  emailAndPassword: { enabled: true, ...(!hashes && { password: PLAIN }) },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
}
const { runMigrations } = await getMigrations(options)
await runMigrations()
const auth = betterAuth(options)
for (const email of users)
  await auth.api.signUpEmail({ body: { email, name: 'Measured', password: 'Correct-Horse-9' } })
const recorded = recordStatements({ latencyMs })

const server = createServer(toNodeHandler(auth))
server.listen(0, '127.0.0.1', () => process.send?.({ port: server.address().port }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, statements: recorded.count() })
})
process.on('disconnect', () => process.exit(0))
