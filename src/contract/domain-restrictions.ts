import type { Items } from '../entities/paging.ts'
import type { DomainRestriction, DomainRestrictionConfig, ListType } from '../entities/policies.ts'
import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

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
