import type { ListType } from '../../../../entities/policies.ts'
import { isSharedSuffix, normalizeDomain } from '../../../../rules/email-domain.ts'
import { badRequest, conflict, refuseDuplicate } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { DomainRuleRecord } from '../../../store/records.ts'
import { type Collections, DuplicateError } from '../../../store/store.ts'

/** Maximum per account for both lists together; more is a mistake or an attempt to fill the disk. */
const MAX_RULES = 50_000
/** Maximum number of tries if another caller adds some of the same domains at the same time. */
const MAX_TRIES = 3

const INVALID_DOMAIN = 'Enter a valid domain, like company.com'
const WILDCARD = 'Enter domains without “*.”, like company.com. Subdomains are included'

interface NewRules {
  tenantId: string
  type: ListType
  /**
   * Whether the caller confirmed that public suffixes, below which anyone can register a domain, go on the allow list.
   */
  confirmed?: boolean | undefined
  /** Runs in the transaction of the insert. */
  record: (store: Collections, rules: readonly DomainRuleRecord[]) => Promise<void>
}

const aRule = (ports: Ports, { tenantId, type }: NewRules, domain: string): DomainRuleRecord => ({
  id: ports.random.uuid(),
  tenantId,
  type,
  domain,
  createdAt: ports.clock.now(),
})

const assertRoom = async ({ store }: Ports, tenantId: string, count: number): Promise<void> => {
  const existing = await store.domainRules.count({ tenantId })
  if (existing + count > MAX_RULES)
    throw badRequest(`An account can have at most ${MAX_RULES} email domain rules`).as('limit-reached')
}

const assertIntended = ({ type, confirmed }: NewRules, domains: readonly string[]): void => {
  const shared = type === 'ALLOW' && !confirmed && domains.find(isSharedSuffix)
  if (shared) throw badRequest(`Anyone can register a domain that ends in ${shared}. Send confirmed to add it`)
}

const insertRules = ({ store }: Ports, list: NewRules, rules: readonly DomainRuleRecord[]): Promise<void> =>
  store.transaction(async (inside) => {
    await inside.domainRules.insertMany(rules)
    if (rules.length > 0) await list.record(inside, rules)
  })

export const addDomainRule = async (ports: Ports, list: NewRules, text: string): Promise<DomainRuleRecord> => {
  const domain = normalizeDomain(text)
  if (domain === undefined) throw badRequest(text.trim().startsWith('*.') ? WILDCARD : INVALID_DOMAIN)
  await assertRoom(ports, list.tenantId, 1)
  const rule = aRule(ports, list, domain)
  const listed = () => conflict('This domain is already on the list').as('taken')
  await insertRules(ports, list, [rule]).catch(refuseDuplicate(listed))
  return rule
}

interface AddedLine {
  line: string
  status: 'created' | 'exists' | 'invalid'
  rule?: DomainRuleRecord
}

const knownRules = async ({ store }: Ports, { tenantId, type }: NewRules, domains: readonly string[]) =>
  new Map(
    (await store.domainRules.list({ tenantId, type, domain: { in: domains } })).map((rule) => [rule.domain, rule]),
  )

/**
 * Inserts all new rules at once. Domains that another caller adds at the same time count as known instead of causing a
 * failure.
 */
const insertNew = async (ports: Ports, list: NewRules, domains: readonly string[]) => {
  for (let tries = 1; ; tries += 1) {
    const known = await knownRules(ports, list, domains)
    const added = domains.filter((domain) => !known.has(domain)).map((domain) => aRule(ports, list, domain))
    await assertRoom(ports, list.tenantId, added.length)
    try {
      await insertRules(ports, list, added)
      return { known, added: new Map(added.map((rule) => [rule.domain, rule])) }
    } catch (error) {
      if (!(error instanceof DuplicateError) || tries === MAX_TRIES) throw error
    }
  }
}

/** Adds every valid line that isn't on the list yet, and returns the result for each line. */
export const addDomainRules = async (
  ports: Ports,
  list: NewRules,
  lines: readonly string[],
): Promise<readonly AddedLine[]> => {
  const domains = lines.map(normalizeDomain)
  const wanted = [...new Set(domains.filter((domain) => domain !== undefined))]
  assertIntended(list, wanted)
  const { known, added } = await insertNew(ports, list, wanted)
  const seen = new Set(known.keys())
  return lines.map((line, at): AddedLine => {
    const domain = domains[at]
    if (domain === undefined) return { line, status: 'invalid' }
    const rule = known.get(domain) ?? added.get(domain)
    // A repeated domain adds nothing.
    const status = seen.has(domain) ? 'exists' : 'created'
    seen.add(domain)
    return { line, status, ...(rule && { rule }) }
  })
}
