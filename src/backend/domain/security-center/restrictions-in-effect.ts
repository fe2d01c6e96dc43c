import type { SecurityState } from '../../../rules/security-findings.ts'
import type { Collections } from '../../store/store.ts'
import { domainConfigOf } from '../restrictions/email-domains.ts'

/** No request is refused for its IP address. */
export const ipsInEffect = async (_store: Collections, _tenantId: string): Promise<SecurityState['ips']> => ({
  list: null,
  count: 0,
})

/** An empty list of blocked domains blocks nothing, unless public ones are blocked too. */
export const domainsInEffect = async (store: Collections, tenantId: string): Promise<SecurityState['domains']> => {
  const { active, listType, blockPublicDomains } = await domainConfigOf(store, tenantId)
  const count = await store.domainRules.count({ tenantId, type: listType })
  const isOn = active && (listType === 'ALLOW' || count > 0 || blockPublicDomains)
  return { list: isOn ? listType : null, count }
}
