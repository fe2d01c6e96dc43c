import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { securityCenter } from '../../contract/security.ts'
import { users } from '../../contract/users.ts'
import { seedBulk, signInBulk } from '../../testing/bulk.ts'
import { openNodeBackend } from '../node.ts'
import { SAMPLE_PASSWORD } from '../sample/users.ts'
import { areWithin, median, report, scaled } from './report.test-kit.ts'

/** Measures the security center at the API, for a tenant of 10,000 users on the embedded database. */
const LIMIT_MS = 300
const ROUNDS = 20

const apiUrl = 'http://localhost:3002'
const appUrl = 'http://localhost:3000'
const count = Math.max(2_000, scaled(10_000))
const folder = mkdtempSync(join(tmpdir(), 'fe-security-center-'))
const backend = await openNodeBackend({ dataDir: folder, apiUrl, appUrl, seed: true })

const timeOf = async (token: string, path: string): Promise<number> => {
  const headers = { Authorization: `Bearer ${token}`, Origin: appUrl }
  const start = performance.now()
  const response = await backend.fetch(new Request(apiUrl + path, { headers }))
  const text = await response.text()
  const took = performance.now() - start
  if (response.status !== 200) throw new Error(`${response.status} ${text}`)
  return took
}

const presetPath = (preset: string): string =>
  `${users.listUsersV3.path}?_preset=${preset}&_offset=0&_limit=10&_includeSubTenants=false`

try {
  const passwordHash = await backend.ports.hasher.hash(SAMPLE_PASSWORD)
  await seedBulk(backend.store, { users: count, audits: 1, passwordHash, now: Date.now() })
  const token = await signInBulk(backend.fetch, { apiUrl, appUrl })
  const cases: Record<string, string> = {
    recommendations: securityCenter.getRecommendations.path,
    insights: securityCenter.getInsights.path,
    breached: presetPath('breached-passwords'),
    unenrolled: presetPath('mfa-unenrolled'),
    inactive: presetPath('inactive'),
  }
  const reached: Record<string, number> = {}
  for (const [title, path] of Object.entries(cases)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await timeOf(token, path))
    reached[title] = Math.round(median(times))
  }
  report({
    row: 55,
    wanted: `${count} users on PGlite: findings and first page of each table within ${LIMIT_MS} ms, median of ${ROUNDS}`,
    reached: JSON.stringify(reached),
    ok: areWithin(LIMIT_MS, ...Object.values(reached)),
  })
} finally {
  await backend.close()
  rmSync(folder, { recursive: true, force: true })
}
