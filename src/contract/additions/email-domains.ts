import type { DomainRestriction, ListType } from '../../entities/policies.ts'
import { endpoint } from '../endpoint.ts'

const DOMAINS = '/identity/resources/fe/v1/email-domains'

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
  createDomains: endpoint<void, DomainsCreation, { lines: DomainLine[] }>()('POST', `${DOMAINS}/bulk`),
  /** Checks an email against the current configuration; no message is sent. */
  verifyEmail: endpoint<void, { email: string }, DomainCheck>()('POST', `${DOMAINS}/verify`),
}
