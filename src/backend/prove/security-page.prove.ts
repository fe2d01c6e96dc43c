import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { domainRestrictions, ipRestrictions } from '../../contract/restrictions.ts'
import { lockoutGuard, type PolicyChange } from '../../contract/security.ts'
import { BULK_TENANT_ID, seedBulk, signInBulk } from '../../testing/bulk.ts'
import { aSessionRecord } from '../../testing/records.ts'
import { openNodeBackend } from '../node.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { areWithin, median, report, scaled } from './report.test-kit.ts'

/**
 * Measures the security page at the API, with 10,000 users of whom 3,000 are signed in, and 10,000 IP rules and email
 * domains.
 */
const LIMIT_MS = 300
const ROUNDS = 20

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'
const count = Math.max(2_000, scaled(10_000))
const folder = mkdtempSync(join(tmpdir(), 'fe-security-page-'))
const backend = await openNodeBackend({ dataDir: folder, apiUrl, appUrl, seed: true })

const ipOf = (at: number) => `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`

const seedRows = async () => {
  const { hasher, store } = backend.ports
  const now = Date.now()
  await seedBulk(store, { users: count, audits: 1, passwordHash: await hasher.hash(SAMPLE_PASSWORD), now })
  const of = { tenantId: BULK_TENANT_ID, createdAt: now, updatedAt: now }
  const numbers = Array.from({ length: count }, (_, at) => at)
  await store.ipRestrictions.insertMany(
    numbers.map((at) => ({
      ...of,
      id: `rule-${at}`,
      ip: ipOf(at),
      strategy: 'BLOCK',
      isActive: true,
      description: '',
    })),
  )
  await store.domainRules.insertMany(
    numbers.map((at) => ({ ...of, id: `domain-${at}`, domain: `d${at}.test`, type: 'BLOCK' })),
  )
  const members = await store.members.listFields({ tenantId: BULK_TENANT_ID }, ['userId'])
  const times = { createdAt: now, rotatedAt: now, expiresAt: now + 3_600_000, tenantId: BULK_TENANT_ID }
  await store.sessions.insertMany(
    members
      .slice(0, Math.floor(count * 0.3))
      .map(({ userId }, at) => aSessionRecord({ ...times, id: `session-${at}`, userId, ipAddress: ipOf(count + at) })),
  )
  await store.optimize?.()
}

const timeOf = async (token: string, path: string, body?: object): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}`, Origin: appUrl, 'Content-Type': 'application/json' }
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
  const start = performance.now()
  const response = await backend.fetch(new Request(apiUrl + path, request))
  const text = await response.text()
  const took = performance.now() - start
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  return took
}

const medians = async (cases: Record<string, () => Promise<number>>): Promise<Record<string, number>> => {
  const reached: Record<string, number> = {}
  for (const [title, work] of Object.entries(cases)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await work())
    reached[title] = Math.round(median(times))
  }
  return reached
}

const SESSION_LIMITS = {
  sessionIdleTimeoutConfiguration: { isActive: true, timeout: 3_600 },
  sessionTimeoutConfiguration: { isActive: true, timeout: 86_400 },
  sessionConcurrentConfiguration: { isActive: true, maxSessions: 3 },
}

const CHANGES: Record<string, PolicyChange> = {
  mfa: { kind: 'mfa', value: { enforceMFAType: 'Force' } },
  sessions: { kind: 'sessions', value: SESSION_LIMITS },
  lockout: { kind: 'lockout', value: { enabled: true, maxAttempts: 5 } },
  'allow list': { kind: 'ip', value: { action: 'configure', isActive: true, strategy: 'ALLOW' } },
  'block list': { kind: 'ip', value: { action: 'configure', isActive: true, strategy: 'BLOCK' } },
  domains: { kind: 'domains', value: { active: true, type: 'BLOCK' } },
}

try {
  await seedRows()
  const token = await signInBulk(backend.fetch, { apiUrl, appUrl })
  const guard = await medians(
    Object.fromEntries(
      Object.entries(CHANGES).map(([title, change]) => [
        title,
        () => timeOf(token, lockoutGuard.checkPolicyChange.path, change),
      ]),
    ),
  )
  const isFast = (reached: Record<string, number>) => areWithin(LIMIT_MS, ...Object.values(reached))
  report({
    row: 52,
    wanted: `${count} users on PGlite: what each kind of change does within ${LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify(guard),
    ok: isFast(guard),
  })
  const lists = await medians({
    'IP rules': () => timeOf(token, `${ipRestrictions.listIpRestrictions.path}?_offset=0&_limit=10&_filter=BLOCK`),
    'email domains': () => timeOf(token, domainRestrictions.listDomains.path),
  })
  report({
    row: 'security page at the API',
    wanted: `${count} IP rules and email domains on PGlite: each list within ${LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify(lists),
    ok: isFast(lists),
  })
} finally {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
}
