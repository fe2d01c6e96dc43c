import type { IpConfigRecord, IpRestrictionRecord } from '../store/records.ts'
import { idOf } from './seeded.ts'
import { tenantIdOf } from './tenants.ts'

const DAY = 86_400_000

type Sketch = readonly [ip: string, description: string, daysOld: number]

/** Networks that are reserved for examples (RFC 5737, RFC 3849). */
const ALLOWED: readonly Sketch[] = [
  ['203.0.113.0/24', 'Berlin office', 400],
  ['198.51.100.32/27', 'Lisbon office', 310],
  ['2001:db8:1::/48', 'Berlin office, IPv6', 400],
  ['192.0.2.17', 'Build server', 120],
  ['192.0.2.18', 'Backup server', 118],
  ['198.51.100.200', 'VPN', 30],
]

const BLOCKED: readonly Sketch[] = [
  ['192.0.2.66', 'Repeated sign-in attempts', 12],
  ['198.51.100.128/25', 'Former contractor', 75],
]

/** Acme's lists; the restrictions are off, so that the demo can be reached from anywhere. */
export const sampleIpRestrictions = (now: number): { config: IpConfigRecord; rules: IpRestrictionRecord[] } => {
  const tenantId = tenantIdOf('acme')
  const rulesOf = (strategy: IpRestrictionRecord['strategy'], sketches: readonly Sketch[]) =>
    sketches.map(([ip, description, daysOld], at) => {
      const createdAt = now - daysOld * DAY + at
      const id = idOf(`ip ${strategy} ${ip}`)
      return { id, tenantId, ip, strategy, isActive: true, description, createdAt, updatedAt: createdAt }
    })
  const at = { createdAt: now - 400 * DAY, updatedAt: now - 30 * DAY }
  return {
    config: { id: tenantId, isActive: false, strategy: 'ALLOW', revision: 'sample', ...at },
    rules: [...rulesOf('ALLOW', ALLOWED), ...rulesOf('BLOCK', BLOCKED)],
  }
}
