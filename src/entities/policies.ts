import type { EnforceMfa } from './mfa.ts'
import type { WireDate } from './wire.ts'

export interface PasswordRules {
  allowPassphrases?: boolean
  minLength?: number
  maxLength?: number
  minPhraseLength?: number
  minOptionalTestsToPass?: number
}

interface StoredPolicy {
  id: string
  createdAt: WireDate
  updatedAt: WireDate
}

export interface GlobalPolicy extends StoredPolicy {
  enforceMFAType?: EnforceMfa
  allowOverrideEnforcePasswordHistory: boolean
  allowOverridePasswordComplexity: boolean
  allowOverridePasswordExpiration: boolean
  allowSignups: boolean
  apiTokensEnabled: boolean
  cookieSameSite: string
  /** Seconds. */
  defaultRefreshTokenExpiration: number
  /** Seconds. */
  defaultTokenExpiration: number
  publicKey: string
}

export interface MfaPolicy extends StoredPolicy {
  enforceMFAType: EnforceMfa
}

export interface LockoutPolicy extends StoredPolicy {
  enabled: boolean
  maxAttempts: number
}

export interface PasswordHistoryPolicy extends StoredPolicy {
  enabled: boolean
  historySize: number
}

export interface CaptchaPolicy extends StoredPolicy {
  siteKey: string
  enabled: boolean
}

/** Times in seconds. */
export interface SessionConfig {
  sessionTimeoutConfiguration?: { isActive: boolean; timeout: number }
  sessionIdleTimeoutConfiguration?: { isActive: boolean; timeout: number }
  sessionConcurrentConfiguration?: { isActive: boolean; maxSessions: number }
}

/** A signed-in device. */
export interface Session {
  id: string
  userAgent?: string
  ipAddress?: string
  /** A place in words, where the server states one. */
  location?: string
  createdAt?: WireDate
  expires?: WireDate
  current?: boolean
  impersonated?: boolean
  /** Who signed in as the user; from the reference backend. */
  impersonator?: { email: string; name: string }
}

export type ListType = 'ALLOW' | 'BLOCK'

export interface IpRestriction {
  id: string
  /** An address or a CIDR range. */
  ip: string
  strategy: ListType
  isActive: boolean
  description?: string
  createdAt: WireDate
  updatedAt: WireDate
}

export interface NewIpRestriction {
  ip: string
  strategy?: ListType
  isActive?: boolean
  description?: string
}

export interface IpRestrictionConfig {
  isActive: boolean
  strategy?: ListType
}

/** A change of IP restrictions before it is saved. */
export type IpChange =
  | ({ action: 'configure' } & IpRestrictionConfig)
  | { action: 'add'; ips: NewIpRestriction[] }
  | { action: 'update'; id: string; isActive: boolean }
  | { action: 'delete'; id: string }

/** What became of one line of a list of new IP restrictions. */
export interface IpLineResult {
  ip: string
  outcome: 'added' | 'duplicate' | 'refused'
  /** Why it was refused. */
  message?: string
}

/** What the rules of the account say about an IP address. */
export interface IpTest {
  /** As it is compared: an IPv4-mapped IPv6 address is its IPv4 address. */
  ip: string
  /** Whether a request from it is let in now. */
  isAllowed: boolean
  /** Whether it would be let in if the restrictions were active. */
  isAllowedByRules: boolean
  /** The list that decides. */
  strategy: ListType
  /** The rule of this list that the address falls under, if any. */
  rule?: IpRestriction
}

export interface DomainRestriction {
  id: string
  domain: string
  type: ListType
}

/** The write call names the list `type`, the response `listType`. */
export interface DomainRestrictionConfig {
  active: boolean
  listType: ListType
  blockPublicDomains: boolean
}
