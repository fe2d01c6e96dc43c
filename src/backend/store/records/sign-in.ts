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
  /** How the user proved who they are (RFC 8176), as a JSON list; `null` is a password alone. */
  amr: string | null
  /** When they last proved it; `null` is `createdAt`. */
  authTime: number | null
  /** When they last did something; `null` is `createdAt`. */
  lastActiveAt: number | null
  /** When a refresh last counted as activity without a new generation; `null` for never. */
  refreshedAt: number | null
  /** Who acts as the user (RFC 8693 §4.1); `null` is the user themselves. */
  actorId: string | null
  /** The actor's own session, which this one ends with; `null` without an actor. */
  actorSessionId: string | null
  /** Seconds without activity after which it ends, as the policy of its tenant says; `null` for no such limit. */
  idleSeconds: number | null
  /** Seconds after `createdAt` when the user must sign in again, by the same policy. */
  absoluteSeconds: number | null
  /**
   * When it came into tenants, as a JSON object of times by tenant id; 0 where newer sessions took its place. `null` is
   * `createdAt`, in its own tenant.
   */
  visits: string | null
}

/** What a client of the authorization server holds: a family of refresh tokens, derived as a session's are. */
export interface OauthGrantRecord {
  id: string
  /** The sign-in it came from; it lives no longer than that. */
  sessionId: string
  userId: string
  clientId: string
  generation: number
  rotatedAt: number
  createdAt: number
  expiresAt: number
  revokedAt: number | null
}

/** An application that signs its users in here by OpenID Connect, besides those that the configuration names. */
export interface OauthClientRecord {
  /** The `client_id`. */
  id: string
  name: string
  /** Keyed hash of the client secret; `''` for a public client, which can't keep one. */
  secretHash: string
  /** JSON lists of URLs, compared as they are. */
  redirectUris: string
  postLogoutRedirectUris: string
  createdAt: number
  updatedAt: number
}

/** What a user proves their identity with besides the password, or instead of it. */
export interface FactorRecord {
  id: string
  userId: string
  kind: 'totp' | 'sms' | 'email' | 'webauthn' | 'passkey' | 'recovery' | 'phone' | 'login-phone'
  /** Id of a WebAuthn credential; `null` for the other kinds. */
  credentialId: string | null
  /** Secret, phone number, public key …, as JSON text. */
  value: string
  /** The last time step (TOTP) or signature counter (WebAuthn) that was accepted: nothing is accepted twice. */
  counter: number
  createdAt: number
  lastUsedAt: number | null
}

/** A password that was replaced, for the password history policy. */
export interface OldPasswordRecord {
  id: string
  userId: string
  passwordHash: string
  createdAt: number
}

/** A one-use secret that was mailed or texted; only its keyed hash is kept. */
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

/** Counts tries against one limit key within its window. */
export interface AttemptRecord {
  id: string
  count: number
  windowEndsAt: number
}

/** A script's key: of a user when `userId` is set, else of the account. Only the keyed hash of its secret is kept. */
export interface ApiTokenRecord {
  /** Of client credentials it is the client id. */
  id: string
  tenantId: string
  userId: string | null
  kind: 'AccessToken' | 'ClientCredentials'
  secretHash: string
  description: string
  /** Role ids, as a JSON list; empty for a personal one, which may do what its owner may. */
  roleIds: string
  createdByUserId: string | null
  /**
   * The member who vouches for an account's token, which may do at most what they may today; `null` is `createdByUserId`,
   * and `left` is no one: it was theirs before they left.
   */
  guarantorId: string | null
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
  /** Where it was last used from, as exactly as `lastUsedAt`. */
  lastIpAddress: string | null
}
