import type { DomainConfigUpdate } from '../../../../contract/restrictions.ts'
import type { DomainRestrictionConfig, ListType } from '../../../../entities/policies.ts'
import { domainOf } from '../../../../rules/email.ts'
import { type DomainReason, domainAndParents, domainReason, isDomainAccepted } from '../../../../rules/email-domain.ts'
import { fieldsOf, flagOf, oneOf, text } from '../../../call/read.ts'
import { badRequest, forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DomainRuleRecord } from '../../../store/records.ts'
import type { Collections } from '../../../store/store.ts'
import { emailDomainsSetting } from '../../settings/email-domains.ts'

const LISTS = ['ALLOW', 'BLOCK'] as const

export const listTypeOf = (value: unknown): ListType => {
  const type = oneOf(text(value, 'type'), 'type', LISTS)
  if (!type) throw badRequest(`type must be one of ${LISTS.join(', ')}`)
  return type
}

/** Reads a change of the domain settings; fields that aren't sent stay unchanged. */
export const domainConfigChangesOf = (value: unknown): DomainConfigUpdate => {
  const { active, blockPublicDomains, type } = fieldsOf(value, 'policy')
  return {
    active: flagOf(active, 'active'),
    ...(blockPublicDomains != null && { blockPublicDomains: flagOf(blockPublicDomains, 'blockPublicDomains') }),
    ...(type != null && { type: listTypeOf(type) }),
  }
}

/** The decision whether a user with an email of this domain may become a member, and its reason. */
interface DomainVerdict {
  accepted: boolean
  reason: DomainReason
  /** The most specific rule of the current list that covers the domain. */
  rule?: DomainRuleRecord
}

/** Returns only the account's setting, because a stored value may have fields of an earlier version. */
export const domainConfigOf = async (store: Collections, tenantId: string): Promise<DomainRestrictionConfig> => {
  const { active, listType, blockPublicDomains } = await emailDomainsSetting.of(store, tenantId)
  return { active, listType, blockPublicDomains }
}

/**
 * Returns the rules that may cover one of these domains. The lookup is indexed, so its cost doesn't grow with the
 * number of rules.
 */
const rulesCovering = async (
  store: Collections,
  { tenantId, type }: { tenantId: string; type: ListType },
  domains: readonly string[],
): Promise<Map<string, DomainRuleRecord>> => {
  const candidates = [...new Set(domains.flatMap(domainAndParents))]
  const rules = await store.domainRules.list({ tenantId, type, domain: { in: candidates } })
  return new Map(rules.map((rule) => [rule.domain, rule]))
}

/** Returns the verdict for each domain of these normalized emails. */
export const domainVerdicts = async (
  ports: Ports,
  tenantId: string,
  emails: readonly string[],
): Promise<Map<string, DomainVerdict>> => {
  const config = await domainConfigOf(ports.store, tenantId)
  const domains = [...new Set(emails.map(domainOf))]
  const rules = config.active
    ? await rulesCovering(ports.store, { tenantId, type: config.listType }, domains)
    : new Map<string, DomainRuleRecord>()
  const verdicts = new Map<string, DomainVerdict>()
  for (const domain of domains) {
    const closest = domainAndParents(domain).find((candidate) => rules.has(candidate))
    const rule = closest === undefined ? undefined : rules.get(closest)
    const isPublic = config.active && config.blockPublicDomains && (await ports.isPublicEmailDomain(domain))
    const facts = { config, isListed: rule !== undefined, isPublic }
    verdicts.set(domain, { accepted: isDomainAccepted(facts), reason: domainReason(facts), ...(rule && { rule }) })
  }
  return verdicts
}

/** Returns the verdict for one normalized email. */
export const domainVerdict = async (ports: Ports, tenantId: string, email: string): Promise<DomainVerdict> => {
  const verdict = (await domainVerdicts(ports, tenantId, [email])).get(domainOf(email))
  if (!verdict) throw new TypeError('every domain has a verdict')
  return verdict
}

/**
 * Refuses an email whose domain the account doesn't accept, without revealing the rule or the list. Called before every
 * new membership: sign-up, invitation, bulk add, invitation links, social and single sign-on. Existing members aren't
 * affected.
 */
export const assertEmailAccepted = async (ports: Ports, tenantId: string, email: string): Promise<void> => {
  const { accepted } = await domainVerdict(ports, tenantId, email)
  if (!accepted) throw forbidden("This email domain isn't accepted here. Use a different email.").as('email-domain')
}
