import type { Guarantee } from './guarantee.ts'
import type { WireDate } from './wire.ts'

/** A certificate that an identity provider signs with. */
export interface SsoCertificate {
  subject: string
  validFrom: WireDate
  expiresAt: WireDate
  /** SHA-256 in hexadecimal, as consoles show it. */
  fingerprint: string
}

export type SsoStatus = 'draft' | 'enabled' | 'disabled'

/** What a test sign-in brought, or why it failed. */
export interface SsoTest {
  id: string
  status: 'pending' | 'passed' | 'failed'
  startedAt: WireDate
  startedBy: string
  /** What the identity provider sent, by the names it uses. */
  attributes: { name: string; values: string[] }[]
  email: string | null
  groups: string[]
  /** Those the user has as a member, else those a new user would get. */
  roleIds: string[]
  /** Of these roles: the user may have some that the caller can't grant. Tests of earlier versions have none. */
  roleNames?: string[]
  /** Whether the user is a member of the account already: a sign-in changes at most the roles of their groups. */
  isMember: boolean
  /** `code` names the cause for the front end; `detail` is what was found there. */
  problem: { code: string; detail: string } | null
}

/** These were odd about the metadata of a provider, which was used all the same. */
export interface MetadataWarning {
  code: 'expired' | 'certificate' | 'postOnly'
  /** When it expired, or the place of the certificate in the metadata, from 1. */
  detail: string
}

/** A sign-in, or a change of a directory, that a connection refused. */
export interface ConnectionFailure {
  /** A code of a sign-in, or a sentence about a change. */
  reason: string
  at: WireDate
}

/** What the wire's shape of a connection has no place for. */
export interface SsoConnectionDetails {
  id: string
  name: string
  status: SsoStatus
  /** Entity ID of the identity provider; empty accepts any issuer that signs with the certificate's key. */
  idpEntityId: string
  metadataUrl: string
  /** The secret itself is never returned. */
  hasSecret: boolean
  /** Whether the identity provider may start sign-ins. */
  allowIdpInitiated: boolean
  /** Whether every sign-in gives and takes away the roles of groups; missing where the backend is older. */
  updatesRoles?: boolean
  certificates: SsoCertificate[]
  /** From reading the metadata last; missing where the backend is older. */
  metadataWarnings?: MetadataWarning[]
  /** When it was last turned on. */
  enabledAt?: WireDate | null
  lastSignInAt: WireDate | null
  failuresThisWeek: number
  /** The last ones, latest first; missing where the backend is older. */
  failures?: ConnectionFailure[]
  test: SsoTest | null
  /** Whether users of the verified domains must use this connection. */
  enforced: boolean
  /** Administrators who may still sign in another way while it is enforced. */
  exemptUserIds: string[]
  /** Who vouches for it; missing where the backend is older. */
  guarantee?: Guarantee
}
