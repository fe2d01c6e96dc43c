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
  /** Whether the user is a member of the account already; a sign-in leaves their roles alone. */
  isMember: boolean
  /** `code` names the cause for the front end; `detail` is what was found there. */
  problem: { code: string; detail: string } | null
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
  certificates: SsoCertificate[]
  /** When it was last turned on. */
  enabledAt?: WireDate | null
  lastSignInAt: WireDate | null
  failuresThisWeek: number
  test: SsoTest | null
  /** Whether users of the verified domains must use this connection. */
  enforced: boolean
  /** Administrators who may still sign in another way while it is enforced. */
  exemptUserIds: string[]
}
