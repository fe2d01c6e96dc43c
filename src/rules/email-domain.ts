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

const hostOf = (text: string): string | undefined => {
  try {
    return new URL(`http://${text}`).hostname
  } catch {
    return undefined
  }
}

/**
 * The one form under which a domain is stored and compared: lowercase ASCII (IDNA, as browsers convert it), without the
 * trailing dot of a root or a leading `@`. `undefined` when the text isn't one domain with at least two labels.
 */
export const normalizeDomain = (text: string): string | undefined => {
  const domain = text.trim().replace(/^@/, '')
  if (domain === '' || NOT_A_HOST.test(domain)) return undefined
  const host = hostOf(domain)?.replace(/\.$/, '')
  return host !== undefined && host.length <= MAX_DOMAIN_LENGTH && isEmailDomain(host) ? host : undefined
}

/** Second levels under which registries of countries let anyone register (publicsuffix.org lists all of them). */
const SHARED_LEVELS =
  /^(?:ac|co|com|edu|firm|gen|go|gob|gouv|gov|govt|gv|id|ind|inf|info|lg|ltd|me|mil|my|ne|net|nhs|nic|nom|or|org|plc|police|pro|sch|school|web)\.[a-z]{2}$/

/** Whether it is a suffix such as `co.uk`, below which anyone can have a domain, rather than a domain of someone. */
export const isSharedSuffix = (domain: string): boolean => SHARED_LEVELS.test(domain)

/** The domain and all above it, such as `eu.acme.test`, `acme.test` and `test`: a rule covers what is below it. */
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

/** Why an email is accepted or not. */
export type DomainReason = 'inactive' | 'public' | 'listed' | 'not-listed'

/** A blocked public domain stays blocked when it is on the allow list: blocking is the stricter of the two settings. */
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
