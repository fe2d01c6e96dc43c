import type { SecurityState } from '../../../rules/security-findings.ts'
import type { Collections } from '../../store/store.ts'
import { domainConfigOf } from '../identity/restrictions/email-domains.ts'
import { ipConfigOf } from '../identity/restrictions/ip-rules.ts'

/** Returns the IP restrictions in effect. An empty list of blocked IP addresses blocks none. */
export const ipsInEffect = async (store: Collections, tenantId: string): Promise<SecurityState['ips']> => {
  const { isActive, strategy } = await ipConfigOf(store, tenantId)
  const count = await store.ipRestrictions.count({ tenantId, strategy, isActive: true })
  const isOn = isActive && (strategy === 'ALLOW' || count > 0)
  return { list: isOn ? strategy : null, count }
}

/**
 * Returns the domain restrictions in effect. An empty list of blocked domains blocks none, unless public ones are
 * blocked too.
 */
export const domainsInEffect = async (store: Collections, tenantId: string): Promise<SecurityState['domains']> => {
  const { active, listType, blockPublicDomains } = await domainConfigOf(store, tenantId)
  const count = await store.domainRules.count({ tenantId, type: listType })
  const isOn = active && (listType === 'ALLOW' || count > 0 || blockPublicDomains)
  return { list: isOn ? listType : null, count }
}
