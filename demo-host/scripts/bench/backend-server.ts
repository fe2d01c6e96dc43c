// One backend process of `npm run bench:backend`: it serves at a free port and reports its figures when its parent
// requests them.
import { openNodeBackend } from '../../../src/backend/node.ts'
import { serveBackend } from '../../../src/backend/prove/serve-backend.test-kit.ts'
import { BULK_TENANT_ID, seedBulk } from '../../../src/backend/sample/bulk.ts'
import { recordStatements } from '../../../src/testing/statements.ts'

interface Settings {
  databaseUrl?: string
  users: number
  audits: number
  latencyMs: number
  hashes: boolean
}

const PLAIN = {
  hash: async (password: string) => `plain:${password}`,
  verify: async (hash: string, password: string) => hash === `plain:${password}` || hash === 'plain',
}

const settings: Settings = JSON.parse(process.argv[2] ?? '{}')
const { databaseUrl, users, audits, latencyMs, hashes } = settings

const backend = await openNodeBackend({
  apiUrl: 'http://localhost:3002',
  appUrl: 'http://localhost:3000',
  // Every refresh rotates its token.
  refreshGraceSeconds: 0,
  seed: true,
  ...(databaseUrl && { databaseUrl }),
  ...(!hashes && { ports: { hasher: PLAIN } }),
})
const { store, ports } = backend
if ((await store.members.count({ tenantId: BULK_TENANT_ID })) < users) {
  const passwordHash = await ports.hasher.hash('Correct-Horse-9')
  await seedBulk(store, { users, audits, passwordHash, now: Date.now() })
  await store.optimize?.()
}
const recorded = recordStatements({ latencyMs })
const { port } = await serveBackend(backend)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({
    cpuMs: (user + system) / 1_000,
    statements: recorded.count(),
    rssMb: Math.round(process.memoryUsage.rss() / 1_048_576),
  })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
