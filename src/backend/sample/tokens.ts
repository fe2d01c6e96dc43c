import { stableId } from '../stable-id.ts'
import type { ApiTokenRecord } from '../store/records.ts'
import { roleIdOf, type SampleRole } from './access.ts'
import { tenantIdOf } from './tenants.ts'
import { userIdOf } from './users.ts'

const DAY = 86_400_000

interface Sketch {
  description: string
  roles: readonly SampleRole[]
  daysOld: number
  /** Days from its creation until it expires; absent if it never does. */
  lives?: number
  daysUnused?: number
}

const ACME: readonly Sketch[] = [
  { description: 'Nightly export to the warehouse', roles: ['auditor'], daysOld: 61, lives: 90, daysUnused: 0.4 },
  { description: 'Terraform', roles: ['team-manager', 'auditor'], daysOld: 320, daysUnused: 2 },
  { description: 'Old status page', roles: ['member'], daysOld: 200, lives: 30, daysUnused: 171 },
]

/** Returns the tokens that Ada created for the account; no one knows their secrets. */
export const sampleApiTokens = (now: number): ApiTokenRecord[] =>
  ACME.map(({ description, roles, daysOld, lives, daysUnused }) => {
    const createdAt = now - daysOld * DAY
    return {
      id: stableId(`token ${description}`),
      tenantId: tenantIdOf('acme'),
      userId: null,
      kind: 'ClientCredentials',
      secretHash: `nothing hashes to this: ${description}`,
      description,
      roleIds: JSON.stringify(roles.map(roleIdOf)),
      createdByUserId: userIdOf('ada@acme.test'),
      guarantorId: userIdOf('ada@acme.test'),
      createdAt,
      expiresAt: lives === undefined ? null : createdAt + lives * DAY,
      lastUsedAt: daysUnused === undefined ? null : Math.round(now - daysUnused * DAY),
      lastIpAddress: null,
    }
  })
