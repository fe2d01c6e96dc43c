import type { Items, PagedItems } from '../entities/paging.ts'
import type {
  DomainRestriction,
  DomainRestrictionConfig,
  IpLineResult,
  IpRestriction,
  IpRestrictionConfig,
  IpTest,
  ListType,
  NewIpRestriction,
} from '../entities/policies.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint, ours } from './endpoint.ts'

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

const IP_RULES = '/ip-restrictions'

export const ipRules = {
  /** Adds at most 1,000 lines, as far as possible, and returns a result for each. */
  addIpRestrictions: ours<void, { ips: NewIpRestriction[] }, { results: IpLineResult[] }>()('POST', `${IP_RULES}/bulk`),
  updateIpRestriction: ours<void, { isActive?: boolean; description?: string }, IpRestriction>()(
    'PATCH',
    `${IP_RULES}/{id}`,
  ),
  /** Returns whether an IP address is allowed, and by which rule; changes nothing. */
  testIpAddress: ours<void, { ip: string }, IpTest>()('POST', `${IP_RULES}/test`),
}

/** The path is `restrictions/v1`, while related paths have `v1/restrictions`. */
const DOMAINS = '/identity/resources/configurations/restrictions/v1/email-domain'

export interface DomainConfigUpdate {
  active: boolean
  blockPublicDomains?: boolean
  type?: ListType
}

export interface DomainCreation {
  domain: string
  type: ListType
}

export const domainRestrictions = {
  listDomains: endpoint<void, void, Items<DomainRestriction>>()('GET', DOMAINS),
  createDomain: endpoint<void, DomainCreation, DomainRestriction>()('POST', DOMAINS),
  deleteDomain: endpoint<void, void, Ignored>()('DELETE', `${DOMAINS}/{id}`),
  getDomainConfig: endpoint<void, void, DomainRestrictionConfig>()('GET', `${DOMAINS}/config`),
  updateDomainConfig: endpoint<void, DomainConfigUpdate, DomainRestrictionConfig>()('POST', `${DOMAINS}/config`),
}

const EMAIL_DOMAINS = '/email-domains'

/** Result for one line of a pasted list. */
export interface DomainLine {
  /** The line as it was sent. */
  line: string
  status: 'created' | 'exists' | 'invalid'
  /** The rule that was created, or that already covered the domain. */
  restriction?: DomainRestriction
}

/** Whether a new user with this email would be accepted, and the rule that decides. */
export interface DomainCheck {
  accepted: boolean
  reason: 'inactive' | 'public' | 'listed' | 'not-listed'
  /** The domain in the form used for comparisons: lowercase ASCII. */
  domain: string
  restriction?: DomainRestriction
}

export interface DomainsCreation {
  domains: string[]
  type: ListType
  /** Adds suffixes such as `co.uk` to the allow list, below which anyone can register a domain. */
  confirmed?: boolean
}

export const emailDomains = {
  /** Adds many domains to one list; every line has a result of its own. */
  createDomains: ours<void, DomainsCreation, { lines: DomainLine[] }>()('POST', `${EMAIL_DOMAINS}/bulk`),
  /** Checks an email against the current configuration; no message is sent. */
  verifyEmail: ours<void, { email: string }, DomainCheck>()('POST', `${EMAIL_DOMAINS}/verify`),
}
