import type { DomainRestrictionConfig } from '../../../entities/policies.ts'
import { NO_DOMAIN_RULES } from '../../../rules/email-domain.ts'
import { flag, object, oneOf } from './schema.ts'
import { defineSetting } from './setting.ts'

/** Whether and how the account's list of domains applies; the list itself is `store.domainRules`. */
export const emailDomainsSetting = defineSetting({
  kind: 'email-domains',
  default: NO_DOMAIN_RULES,
  schema: object<DomainRestrictionConfig>({
    active: flag,
    listType: oneOf('ALLOW', 'BLOCK'),
    blockPublicDomains: flag,
  }),
})
