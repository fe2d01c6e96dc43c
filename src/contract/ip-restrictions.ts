import type { PagedItems } from '../entities/paging.ts'
import type { IpRestriction, IpRestrictionConfig, ListType, NewIpRestriction } from '../entities/policies.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

const IPS = '/identity/resources/configurations/v1/restrictions/ip'

export interface IpListQuery {
  _offset: number
  _limit: number
  _filter: ListType
}

export const ipRestrictions = {
  listIpRestrictions: endpoint<IpListQuery, void, PagedItems<IpRestriction>>()('GET', IPS),
  createIpRestriction: endpoint<void, NewIpRestriction, Ignored>()('POST', IPS),
  bulkCreateIpRestrictions: endpoint<void, { ips: NewIpRestriction[] }, Ignored>()('POST', `${IPS}/bulk`, {
    unused: true,
  }),
  deleteIpRestriction: endpoint<void, void, Ignored>()('DELETE', `${IPS}/{id}`),
  getIpConfig: endpoint<void, void, IpRestrictionConfig>()('GET', `${IPS}/config`),
  updateIpConfig: endpoint<void, IpRestrictionConfig, Ignored>()('POST', `${IPS}/config`),
  verifyCurrentIp: endpoint<void, void, { valid: boolean }>()('POST', `${IPS}/verify`, { unused: true }),
  verifyCurrentIpAllowed: endpoint<void, void, { valid: boolean }>()('POST', `${IPS}/verify/allow`),
}
