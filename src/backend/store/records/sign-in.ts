import type { Dated } from './dated.ts'

/** A signed-in device; its refresh tokens are derived from `id` and `generation`. */
export interface SessionRecord {
  id: string
  userId: string
  tenantId: string
  generation: number
  rotatedAt: number
  userAgent: string
  ipAddress: string
  createdAt: number
  expiresAt: number
  revokedAt: number | null
  /** Methods by which the user proved their identity (RFC 8176), as a JSON list; `null` means by password only. */
  amr: string | null
  /** Time of the latest proof; `null` means `createdAt`. */
  authTime: number | null
  /** Time of the latest activity; `null` means `createdAt`. */
  lastActiveAt: number | null
  /** Time of the latest refresh that counted as activity without a new generation; `null` for never. */
  refreshedAt: number | null
  /** Id of the user who impersonates this user (RFC 8693 §4.1); `null` if none does. */
  actorId: string | null
  /** Id of the impersonating user's own session; this session ends with it. `null` without impersonation. */
  actorSessionId: string | null
  /** Seconds of inactivity after which it ends, by the policy of its tenant; `null` for no such limit. */
  idleSeconds: number | null
  /** Seconds after `createdAt` when the user must sign in again, by the same policy. */
  absoluteSeconds: number | null
  /**
   * Times at which it entered tenants, as a JSON object by tenant id; 0 where newer sessions replaced it. `null` means
   * that it entered its own tenant at `createdAt`.
   */
  visits: string | null
}

/** A grant to a client of the authorization server: a family of refresh tokens, derived like those of a session. */
export interface OauthGrantRecord {
  id: string
  /** Id of the session that it was issued from; the grant ends with it. */
  sessionId: string
  userId: string
  clientId: string
  generation: number
  rotatedAt: number
  createdAt: number
  expiresAt: number
  revokedAt: number | null
}

/** An application that signs its users in here by OpenID Connect, in addition to those in the configuration. */
export interface OauthClientRecord extends Dated {
  /** The `client_id`. */
  id: string
  name: string
  /** Keyed hash of the client secret; `''` for a public client, which can't keep one. */
  secretHash: string
  /** JSON lists of URLs; compared exactly. */
  redirectUris: string
  postLogoutRedirectUris: string
}

/** A factor that proves a user's identity in addition to the password, or instead of it. */
export interface FactorRecord {
  id: string
  userId: string
  kind: 'totp' | 'sms' | 'email' | 'webauthn' | 'passkey' | 'recovery' | 'phone' | 'login-phone'
  /** Id of a WebAuthn credential; `null` for the other kinds. */
  credentialId: string | null
  /** Secret, phone number or public key, as JSON text. */
  value: string
  /** The last time step (TOTP) or signature counter (WebAuthn) that was accepted, so that nothing is accepted twice. */
  counter: number
  createdAt: number
  lastUsedAt: number | null
}

/** A replaced password, kept for the password history policy. */
interface OldPasswordRecord {
  id: string
  userId: string
  passwordHash: string
  createdAt: number
}

/**
 * A one-time secret that was sent by email or text message; only its keyed hash is kept. Rows of `stopped-news` and
 * `left-alone-news` have no secret.
 */
export interface TicketRecord {
  id: string
  purpose:
    | 'activation'
    | 'invitation'
    | 'password-reset'
    | 'invite-link'
    | 'mfa-code'
    | 'totp-enrollment'
    | 'remembered-device'
    | 'login-code'
    | 'magic-link'
    | 'phone-code'
    | 'phone-reset'
    | 'phone-change'
    | 'phone-proof'
    | 'impersonation'
    | 'captcha'
    | 'webauthn'
    | 'sso-request'
    | 'saml-handle'
    | 'saml-logout'
    | 'authorization-code'
    | 'policy-change'
    | 'email-change'
    | 'email-undo'
    | 'social-link'
    | 'user-restore'
    | 'stopped-news'
    | 'left-alone-news'
  userId: string | null
  tenantId: string | null
  tokenHash: string
  tries: number
  usedAt: number | null
  createdAt: number
  expiresAt: number
  /** Extra facts as JSON text. */
  detail: string
}

/** Counts attempts against one limit within its window. */
export interface AttemptRecord {
  id: string
  count: number
  windowEndsAt: number
}

/** An API token: of a user if `userId` is set, else of the account. Only the keyed hash of its secret is kept. */
export interface ApiTokenRecord {
  /** The client id, for client credentials. */
  id: string
  tenantId: string
  userId: string | null
  kind: 'AccessToken' | 'ClientCredentials'
  secretHash: string
  description: string
  /** JSON list of role ids; empty for a personal token, which has its owner's permissions. */
  roleIds: string
  createdByUserId: string | null
  /**
   * The member who vouches for an account's token; it has at most their current permissions. `null` means
   * `createdByUserId`, and `left` means that the guarantor has left the account.
   */
  guarantorId: string | null
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
  /** IP address of the last use, updated together with `lastUsedAt`. */
  lastIpAddress: string | null
}

export interface SignInRecords {
  sessions: SessionRecord
  oauthGrants: OauthGrantRecord
  oauthClients: OauthClientRecord
  apiTokens: ApiTokenRecord
  factors: FactorRecord
  oldPasswords: OldPasswordRecord
  tickets: TicketRecord
  attempts: AttemptRecord
}
