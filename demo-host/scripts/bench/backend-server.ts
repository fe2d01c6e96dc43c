// One backend process of `npm run bench:backend`: serves at a free port and reports its figures when its parent asks.
import { Client } from 'pg'
import { openNodeBackend } from '../../../src/backend/node.ts'
import { serveBackend } from '../../../src/backend/prove/serve-backend.test-kit.ts'
import { BULK_TENANT_ID, seedBulk } from '../../../src/backend/sample/bulk.ts'

interface Settings {
  databaseUrl?: string
  users: number
  audits: number
  latencyMs: number
  hashes: boolean
}

const FRAME = /^(begin|commit|rollback|savepoint|release)\b/i

let statements = 0

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

type Query = (this: unknown, ...given: unknown[]) => unknown

/** Counts what is sent to PostgreSQL, and sends it later where a network is to be imitated. */
const observe = (latencyMs: number) => {
  const query = Client.prototype.query as Query
  Client.prototype.query = function observed(this: unknown, ...given: unknown[]) {
    if (!FRAME.test(textOf(given[0]))) statements += 1
    const send = () => Reflect.apply(query, this, given)
    if (latencyMs === 0) return send()
    // The driver's pool passes a callback and takes no promise.
    if (typeof given.at(-1) === 'function') return void setTimeout(send, latencyMs)
    return new Promise((resolve) => setTimeout(resolve, latencyMs)).then(send)
  }
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
observe(latencyMs)
const { port } = await serveBackend(backend)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, statements })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port })
