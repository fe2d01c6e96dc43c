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

/** Session policy; times are in seconds. */
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
  /** Location as text, if the server knows it. */
  location?: string
  createdAt?: WireDate
  expires?: WireDate
  current?: boolean
  impersonated?: boolean
  /** User who impersonates this user; sent by the reference backend. */
  impersonator?: { email: string; name: string }
}

export type ListType = 'ALLOW' | 'BLOCK'

export interface IpRestriction {
  id: string
  /** An IP address or a CIDR range. */
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

/** Result for one line of a list of new IP restrictions. */
export interface IpLineResult {
  ip: string
  outcome: 'added' | 'duplicate' | 'refused'
  /** Reason for a refusal. */
  message?: string
}

/** Decision of the account's rules about an IP address. */
export interface IpTest {
  /** The IP address in the form used for comparisons: an IPv4-mapped IPv6 address becomes its IPv4 address. */
  ip: string
  /** Whether a request from it is allowed now. */
  isAllowed: boolean
  /** Whether it would be allowed if the restrictions were active. */
  isAllowedByRules: boolean
  /** The list that decides. */
  strategy: ListType
  /** The rule of this list that matches the IP address, if any. */
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
