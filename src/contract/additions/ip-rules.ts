import type { IpLineResult, IpRestriction, IpTest, NewIpRestriction } from '../../entities/policies.ts'
import { endpoint } from '../endpoint.ts'

const IPS = '/identity/resources/fe/v1/ip-restrictions'

export const ipRules = {
  /** At most 1,000 lines; adds what can be added and says what became of each. */
  addIpRestrictions: endpoint<void, { ips: NewIpRestriction[] }, { results: IpLineResult[] }>()('POST', `${IPS}/bulk`),
  updateIpRestriction: endpoint<void, { isActive?: boolean; description?: string }, IpRestriction>()(
    'PATCH',
    `${IPS}/{id}`,
  ),
  /** Says whether an IP address is let in, and by which rule; changes nothing. */
  testIpAddress: endpoint<void, { ip: string }, IpTest>()('POST', `${IPS}/test`),
}
