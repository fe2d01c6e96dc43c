import { stableId } from '../stable-id.ts'
import type { IpConfigRecord, IpRestrictionRecord } from '../store/records.ts'
import { type SampleTenant, tenantIdOf } from './tenants.ts'

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

/** Browsers on the machine of the demo. */
const THIS_MACHINE: readonly Sketch[] = [
  ['127.0.0.0/8', 'This machine', 160],
  ['::1', 'This machine, IPv6', 160],
]

interface Lists {
  configs: IpConfigRecord[]
  rules: IpRestrictionRecord[]
}

/** Acme's restrictions are off, so that the demo can be reached from any network; Secura's are on. */
export const sampleIpRestrictions = (now: number): Lists => {
  const rulesOf = (tenant: SampleTenant, strategy: IpRestrictionRecord['strategy'], sketches: readonly Sketch[]) =>
    sketches.map(([ip, description, daysOld], at) => {
      const createdAt = now - daysOld * DAY + at
      const id = stableId(`ip ${tenant} ${strategy} ${ip}`)
      const tenantId = tenantIdOf(tenant)
      return { id, tenantId, ip, strategy, isActive: true, description, createdAt, updatedAt: createdAt }
    })
  const configOf = (tenant: SampleTenant, isActive: boolean): IpConfigRecord => ({
    id: tenantIdOf(tenant),
    isActive,
    strategy: 'ALLOW',
    revision: 'sample',
    createdAt: now - 400 * DAY,
    updatedAt: now - 30 * DAY,
  })
  return {
    configs: [configOf('acme', false), configOf('secura', true)],
    rules: [
      ...rulesOf('acme', 'ALLOW', ALLOWED),
      ...rulesOf('acme', 'BLOCK', BLOCKED),
      ...rulesOf('secura', 'ALLOW', THIS_MACHINE),
    ],
  }
}
