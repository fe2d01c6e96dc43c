import { ensureConfig, touchConfig } from '../domain/ip-restrictions/ip-changes.ts'
import { readIpRange } from '../domain/ip-restrictions/ip-range.ts'
import type { IpRestrictionRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'

export const OFFICE = '203.0.113.9'
export const HOME = '198.51.100.1'

export const anIpRestriction = (facts: Partial<IpRestrictionRecord> & { ip: string }): IpRestrictionRecord => ({
  id: `${facts.tenantId ?? 'acme'} ${facts.strategy ?? 'ALLOW'} ${facts.ip}`,
  tenantId: 'acme',
  strategy: 'ALLOW',
  isActive: true,
  description: '',
  createdAt: 0,
  updatedAt: 0,
  ...facts,
  ...{ ip: readIpRange(facts.ip).text },
})

/** Puts a tenant's rules and configuration in place without asking the guard. */
export const restrict = async (
  { ports, store }: Kit,
  { ips, strategy = 'ALLOW', tenantId = 'acme' }: { ips: string[]; strategy?: 'ALLOW' | 'BLOCK'; tenantId?: string },
): Promise<void> => {
  await store.ipRestrictions.delete({ tenantId, strategy })
  await store.ipRestrictions.insertMany(ips.map((ip) => anIpRestriction({ ip, strategy, tenantId })))
  await ensureConfig(ports, tenantId)
  await touchConfig(ports, tenantId, { isActive: true, strategy })
}
