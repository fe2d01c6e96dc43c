import { ipRestrictions, ipRules } from '../../contract/restrictions.ts'
import { lockoutGuard } from '../../contract/security.ts'
import type { IpChange, NewIpRestriction } from '../../entities/policies.ts'
import { ensureConfig, touchConfig } from '../domain/identity/restrictions/ip-changes.ts'
import { readIpRange } from '../domain/identity/restrictions/ip-range.ts'
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
  ip: readIpRange(facts.ip).text,
})

/** Sets a tenant's rules and configuration without the guard. */
export const restrict = async (
  { ports, store }: Kit,
  { ips, strategy = 'ALLOW', tenantId = 'acme' }: { ips: string[]; strategy?: 'ALLOW' | 'BLOCK'; tenantId?: string },
): Promise<void> => {
  await store.ipRestrictions.delete({ tenantId, strategy })
  await store.ipRestrictions.insertMany(ips.map((ip) => anIpRestriction({ ip, strategy, tenantId })))
  await ensureConfig(ports, tenantId)
  await touchConfig(ports, tenantId, { isActive: true, strategy })
}

const IPS = ipRestrictions.listIpRestrictions.path
const CONFIG = ipRestrictions.updateIpConfig.path

/** Returns an administrator's calls about IP addresses, made from the office. */
export const ipCalls = (kit: () => Kit) => {
  const asAda = async () => {
    kit().peer.address = OFFICE
    return (await kit().signIn('ada@acme.test')).token
  }
  /** Advances the clock, so that rows have an order. */
  const later = () => {
    kit().time.now += 1
  }
  const create = (token: string, body: NewIpRestriction) => {
    later()
    return kit().call('POST', IPS, { token, body })
  }
  const list = async (token: string, filter: 'ALLOW' | 'BLOCK' = 'ALLOW', page = '_offset=0&_limit=10') =>
    (await kit().call('GET', `${IPS}?${page}&_filter=${filter}`, { token })).body
  const configure = (token: string, body: object) => {
    later()
    return kit().call('POST', CONFIG, { token, body })
  }
  const test = (token: string, ip: string) => kit().call('POST', ipRules.testIpAddress.path, { token, body: { ip } })
  const check = async (token: string, value: IpChange) =>
    (await kit().call('POST', lockoutGuard.checkPolicyChange.path, { token, body: { kind: 'ip', value } })).body
  const lastAudit = async () => {
    const [row] = (await kit().store.audits.page({ sort: { field: 'createdAt', order: 'DESC' }, offset: 0, limit: 1 }))
      .items
    return { action: row?.action, ...JSON.parse(row?.detail ?? '{}') }
  }
  return { asAda, later, create, list, configure, test, check, lastAudit }
}
