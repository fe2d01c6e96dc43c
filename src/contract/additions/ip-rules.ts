import type { IpLineResult, IpRestriction, IpTest, NewIpRestriction } from '../../entities/policies.ts'
import { endpoint } from '../endpoint.ts'

const IPS = '/identity/resources/fe/v1/ip-restrictions'

export const ipRules = {
  /** Adds at most 1,000 lines, as far as possible, and returns a result for each. */
  addIpRestrictions: endpoint<void, { ips: NewIpRestriction[] }, { results: IpLineResult[] }>()('POST', `${IPS}/bulk`),
  updateIpRestriction: endpoint<void, { isActive?: boolean; description?: string }, IpRestriction>()(
    'PATCH',
    `${IPS}/{id}`,
  ),
  /** Returns whether an IP address is allowed, and by which rule; changes nothing. */
  testIpAddress: endpoint<void, { ip: string }, IpTest>()('POST', `${IPS}/test`),
}
