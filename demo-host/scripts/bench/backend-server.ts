// One backend process of `npm run bench:backend`: it serves at a free port and reports its figures when its parent
// requests them.
import { openNodeBackend } from '../../../src/backend/node.ts'
import { login } from '../../../src/contract/login.ts'
import { createApi } from '../../../src/serve/api.ts'
import { listen } from '../../../src/serve/listen.ts'
import { BULK_TENANT_ID, seedBulk } from '../../../src/testing/bulk.ts'
import { recordStatements } from '../../../src/testing/statements.ts'

const MEGABYTE = 1_048_576

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
  allowLocalProviders: true,
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
const domain = { id: 'measured', connectionId: 'measured', tenantId: BULK_TENANT_ID, domain: 'scale.test' }
if (!(await store.ssoDomains.get(domain.id)))
  await store.ssoDomains.insert({ ...domain, validated: true, createdAt: 0 })
const recorded = recordStatements({ latencyMs })

/** Times of sign-ins in the process, by status: without the client, which is slow too when it sends ten times the load. */
let signIns: { status: number; ms: number }[] = []
const isSignIn = ({ method, url }: Request) => method === 'POST' && new URL(url).pathname === login.login.path

// The requests have no IP address of a client, because a limit of its network could end a measurement.
const timed = async (request: Request) => {
  const startedAt = performance.now()
  const response = await backend.fetch(request)
  if (isSignIn(request)) signIns.push({ status: response.status, ms: performance.now() - startedAt })
  return response
}
const server = await listen(createApi(timed, 'http://localhost:3002'), 0)
const address = server.address()
const port = typeof address === 'object' && address ? address.port : 0

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({
    cpuMs: (user + system) / 1_000,
    statements: recorded.count(),
    rssMb: Math.round(process.memoryUsage.rss() / MEGABYTE),
    signIns,
  })
  signIns = []
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
