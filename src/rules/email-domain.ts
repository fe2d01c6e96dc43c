import { domainOf } from './email.ts'

export interface EmailDomainRules {
  active: boolean
  listType: 'ALLOW' | 'BLOCK'
  blockPublicDomains: boolean
  domains: readonly { domain: string; type: 'ALLOW' | 'BLOCK' }[]
}

export const NO_DOMAIN_RULES: EmailDomainRules = {
  active: false,
  listType: 'ALLOW',
  blockPublicDomains: false,
  domains: [],
}

/** Domains where any user gets an address. */
const PUBLIC_DOMAINS = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'live.com',
  'icloud.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.de',
  'web.de',
  'mail.ru',
  'yandex.ru',
  'qq.com',
  '163.com',
]

const isBelow = (domain: string, parent: string) => domain === parent || domain.endsWith(`.${parent}`)

/** Whether a tenant's restrictions let this (normalised) address in. */
export const isEmailAllowed = (email: string, rules: EmailDomainRules): boolean => {
  const domain = domainOf(email)
  if (rules.active && rules.blockPublicDomains && PUBLIC_DOMAINS.includes(domain)) return false
  if (!rules.active) return true
  const listed = rules.domains
    .filter(({ type }) => type === rules.listType)
    .some((entry) => isBelow(domain, entry.domain.toLowerCase()))
  return rules.listType === 'ALLOW' ? listed : !listed
}
