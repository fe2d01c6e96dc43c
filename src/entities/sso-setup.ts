import type { Guarantee } from './guarantee.ts'
import type { WireDate } from './wire.ts'

/** A certificate with which an identity provider signs. */
export interface SsoCertificate {
  subject: string
  validFrom: WireDate
  expiresAt: WireDate
  /** SHA-256 in hexadecimal, as provider consoles show it. */
  fingerprint: string
}

export type SsoStatus = 'draft' | 'enabled' | 'disabled'

/** Result of a test sign-in, or the reason for its failure. */
export interface SsoTest {
  id: string
  status: 'pending' | 'passed' | 'failed'
  startedAt: WireDate
  startedBy: string
  /** Attributes that the identity provider sent, with the names it uses. */
  attributes: { name: string; values: string[] }[]
  email: string | null
  groups: string[]
  /** Role IDs that the user has as a member, or else that a new user would get. */
  roleIds: string[]
  /** Names of these roles; the user may have some that the caller can't grant. Missing in tests of earlier versions. */
  roleNames?: string[]
  /** Whether the user is already a member of the account; a sign-in then changes at most the roles of their groups. */
  isMember: boolean
  /** `code` identifies the cause for the front end; `detail` is the value that was found. */
  problem: { code: string; detail: string } | null
}

/** Problem in a provider's metadata, which was used all the same. */
export interface MetadataWarning {
  code: 'expired' | 'certificate' | 'postOnly'
  /** Expiry time, or the position of the certificate in the metadata, from 1. */
  detail: string
}

/** A sign-in, or a change of a directory, that a connection refused. */
export interface ConnectionFailure {
  /** Code of a sign-in, or a sentence about a change. */
  reason: string
  at: WireDate
}

/** Fields that the wire's connection lacks. */
export interface SsoConnectionDetails {
  id: string
  name: string
  status: SsoStatus
  /** Entity ID of the identity provider; if empty, any issuer that signs with the certificate's key is accepted. */
  idpEntityId: string
  metadataUrl: string
  /** Whether a secret is stored; the secret itself is never returned. */
  hasSecret: boolean
  /** Whether the identity provider may start sign-ins. */
  allowIdpInitiated: boolean
  /** Whether every sign-in adds and removes the roles of groups; missing on older backends. */
  updatesRoles?: boolean
  certificates: SsoCertificate[]
  /** Warnings of the last metadata read; missing on older backends. */
  metadataWarnings?: MetadataWarning[]
  /** Time when it was last turned on. */
  enabledAt?: WireDate | null
  lastSignInAt: WireDate | null
  failuresThisWeek: number
  /** Recent failures, latest first; missing on older backends. */
  failures?: ConnectionFailure[]
  test: SsoTest | null
  /** Whether users of the verified domains must use this connection. */
  enforced: boolean
  /** IDs of administrators who may still sign in another way while it is enforced. */
  exemptUserIds: string[]
  /** Guarantor of the connection; missing on older backends. */
  guarantee?: Guarantee
}
