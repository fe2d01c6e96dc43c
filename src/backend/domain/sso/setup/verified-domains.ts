import type { SsoDomainRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'

export const domainsOf = (store: Collections, connectionId: string): Promise<SsoDomainRecord[]> =>
  store.ssoDomains.list({ connectionId })

export const validatedDomains = (domains: readonly SsoDomainRecord[]): string[] =>
  domains.filter(({ validated }) => validated).map(({ domain }) => domain)
