import type { DomainRestrictionConfig } from '../../../entities/policies.ts'
import { NO_DOMAIN_RULES } from '../../../rules/email-domain.ts'
import { fields, flag, oneOf } from './checks.ts'
import { defineSetting } from './setting.ts'

/** Whether and how the account's list of domains applies; the list itself is `store.domainRules`. */
export const emailDomainsSetting = defineSetting({
  kind: 'email-domains',
  default: NO_DOMAIN_RULES,
  parse: fields<DomainRestrictionConfig>({ active: flag, listType: oneOf('ALLOW', 'BLOCK'), blockPublicDomains: flag }),
})
