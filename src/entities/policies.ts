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

export interface DomainRestriction {
  id: string
  domain: string
  type: ListType
}

/** The write call names the list `type`, the answer `listType`. */
export interface DomainRestrictionConfig {
  active: boolean
  listType: ListType
  blockPublicDomains: boolean
}
