import { normalizeDomain } from '../../rules/email-domain.ts'
import type { Ports } from '../ports.ts'

/** Providers that give any user an email and that the package doesn't list. */
const UNLISTED: readonly string[] = [
  'duck.com',
  'fastmail.com',
  'posteo.de',
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
]

const loadDomains = async (): Promise<ReadonlySet<string>> => {
  const { default: listed } = await import('email-providers')
  return new Set([...listed, ...UNLISTED].flatMap((domain) => normalizeDomain(domain) ?? []))
}

/**
 * Matches exact domains only: the list includes registries such as `za.com`, below which companies have their own
 * domains. It is read when the first account that blocks public domains needs it.
 */
export const createPublicEmailDomains = (): Ports['isPublicEmailDomain'] => {
  let domains: Promise<ReadonlySet<string>> | undefined
  return async (domain) => {
    domains ??= loadDomains()
    return (await domains).has(domain)
  }
}
