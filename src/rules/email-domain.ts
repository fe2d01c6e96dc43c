import type { DomainRestrictionConfig } from '../entities/policies.ts'
import { isEmailDomain } from './email.ts'

export const NO_DOMAIN_RULES: DomainRestrictionConfig = {
  active: false,
  listType: 'ALLOW',
  blockPublicDomains: false,
}

/** RFC 1035 §2.3.4. */
const MAX_DOMAIN_LENGTH = 253

/** Characters that would make a URL parser read something other than a host. */
const NOT_A_HOST = /[\s\p{Cc}/\\?#@:%[\]<>^|*]/u

/** Letters become lowercase first, as in emails: URL parsers disagree about a capital ß and a capital sigma at the end. */
const hostOf = (text: string): string | undefined => {
  try {
    return new URL(`http://${text.toLowerCase()}`).hostname
  } catch {
    return undefined
  }
}

/**
 * Returns the canonical form in which a domain is stored and compared: lowercase ASCII (IDNA, as browsers convert it),
 * without the trailing dot of a root or a leading `@`. `undefined` when the text isn't exactly one domain with at least
 * two labels.
 */
export const normalizeDomain = (text: string): string | undefined => {
  const domain = text.trim().replace(/^@/, '')
  if (domain === '' || NOT_A_HOST.test(domain)) return undefined
  const host = hostOf(domain)?.replace(/\.$/, '')
  return host !== undefined && host.length <= MAX_DOMAIN_LENGTH && isEmailDomain(host) ? host : undefined
}

/** Second levels under which country registries let anyone register (publicsuffix.org lists all of them). */
const SHARED_LEVELS =
  /^(?:ac|co|com|edu|firm|gen|go|gob|gouv|gov|govt|gv|id|ind|inf|info|lg|ltd|me|mil|my|ne|net|nhs|nic|nom|or|org|plc|police|pro|sch|school|web)\.[a-z]{2}$/

/** Returns whether the domain is a suffix such as `co.uk`, below which anyone can register a domain. */
export const isSharedSuffix = (domain: string): boolean => SHARED_LEVELS.test(domain)

/**
 * Returns the domain and all domains above it, such as `eu.acme.test`, `acme.test` and `test`, because a rule also
 * covers subdomains.
 */
export const domainAndParents = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.map((_, at) => labels.slice(at).join('.'))
}

interface DomainFacts {
  config: DomainRestrictionConfig
  /** Whether a rule of the current list covers the domain. */
  isListed: boolean
  /** Whether any user can get an email at the domain. */
  isPublic: boolean
}

/** Reason why an email is accepted or not. */
export type DomainReason = 'inactive' | 'public' | 'listed' | 'not-listed'

/**
 * Returns the reason. A blocked public domain stays blocked when it is on the allow list, because blocking is the
 * stricter setting.
 */
export const domainReason = ({ config, isListed, isPublic }: DomainFacts): DomainReason => {
  if (!config.active) return 'inactive'
  if (config.blockPublicDomains && isPublic) return 'public'
  return isListed ? 'listed' : 'not-listed'
}

export const isDomainAccepted = (facts: DomainFacts): boolean => {
  const accepting = facts.config.listType === 'ALLOW' ? 'listed' : 'not-listed'
  const reason = domainReason(facts)
  return reason === 'inactive' || reason === accepting
}
