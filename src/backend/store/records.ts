/** Times are milliseconds since the epoch. Absent values are `null`, so that they can be queried. */
export interface TenantRecord {
  id: string
  name: string
  parentId: string | null
  isReseller: boolean
  alias: string | null
  hasCustomLogin: boolean
  /** Object as JSON text. */
  metadata: string
  /** Account settings as JSON text: address, timezone, dateFormat, timeFormat, currency, logo … */
  settings: string
  createdAt: number
  updatedAt: number
}

export interface UserRecord {
  id: string
  /** Lower-cased and normalised; unique. */
  email: string
  name: string
  phone: string | null
  profilePictureUrl: string | null
  passwordHash: string | null
  verified: boolean
  provider: string
  mfaEnrolled: boolean
  isBreachedPassword: boolean
  superUser: boolean
  /** The tenant a new session starts in. */
  tenantId: string
  metadata: string
  failedLogins: number
  lockedAt: number | null
  createdAt: number
  lastLogin: number | null
}

/** One person in one tenant; name, email and states are repeated here so that lists are one indexed read. */
export interface MemberRecord {
  id: string
  tenantId: string
  userId: string
  email: string
  name: string
  verified: boolean
  isLocked: boolean
  mfaEnrolled: boolean
  provider: string
  /** Role ids, as a JSON list. */
  roleIds: string
  /** Group ids, as a JSON list; `null` for none. */
  groupIds: string | null
  /** The strongest second factor, `null` for none: `passkey`, `app`, `sms` or `email`. */
  factor: string | null
  activated: boolean
  invitedAt: number | null
  temporaryUntil: number | null
  createdAt: number
  lastLogin: number | null
  /** Whether she may also work in the accounts below this one, with the same roles. */
  subAccountAccess: boolean
}

export interface RoleRecord {
  id: string
  /** `null`: a role of the vendor, offered in every tenant. */
  tenantId: string | null
  key: string
  name: string
  description: string
  isDefault: boolean
  level: number
  /** Permission ids, as a JSON list. */
  permissionIds: string
  createdAt: number
  updatedAt: number
}

/** People and roles bundled under a name; who belongs to it stands in `MemberRecord.groupIds`. */
export interface GroupRecord {
  id: string
  tenantId: string
  name: string
  /** CSS hex colour. */
  color: string | null
  description: string
  metadata: string | null
  managedBy: 'frontegg' | 'scim2'
  /** Role ids, as a JSON list. */
  roleIds: string
  createdAt: number
  updatedAt: number
}

export interface PermissionRecord {
  id: string
  key: string
  name: string
  description: string
  categoryId: string
  createdAt: number
  updatedAt: number
}

export interface PermissionCategoryRecord {
  id: string
  name: string
  description: string
  createdAt: number
  updatedAt: number
}

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
  /** How the person proved who she is (RFC 8176), as a JSON list; `null` is a password alone. */
  amr: string | null
  /** When she last proved it; `null` is `createdAt`. */
  authTime: number | null
  /** When she last did something; `null` is `createdAt`. */
  lastActiveAt: number | null
  /** Who acts as the user (RFC 8693 §4.1); `null` is the user herself. */
  actorId: string | null
  /** Seconds without activity after which it ends, as the policy of its tenant says; `null` for no such limit. */
  idleSeconds: number | null
  /** Seconds after `createdAt` when she must sign in anew, by the same policy. */
  absoluteSeconds: number | null
}

/** A picture of a person or an account. */
export interface PictureRecord {
  id: string
  /** Id of the user or the tenant. */
  ownerId: string
  /** Media type, such as `image/png`. */
  type: string
  /** Base64. */
  data: string
  createdAt: number
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

/** What a person proves herself with besides her password, or in its place. */
export interface FactorRecord {
  id: string
  userId: string
  kind: 'totp' | 'sms' | 'email' | 'webauthn' | 'passkey' | 'recovery' | 'phone'
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
    | 'impersonation'
    | 'captcha'
    | 'webauthn'
    | 'sso-request'
    | 'saml-handle'
    | 'authorization-code'
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

/** A policy of a tenant, or of the vendor when `tenantId` is `null`; `value` is JSON text. */
export interface PolicyRecord {
  id: string
  tenantId: string | null
  kind: string
  value: string
  createdAt: number
  updatedAt: number
}

/** Counts tries against one limit key within its window. */
export interface AttemptRecord {
  id: string
  count: number
  windowEndsAt: number
}

export interface AuditRecord {
  id: string
  tenantId: string
  userId: string | null
  email: string
  action: string
  resource: string
  severity: string
  ip: string
  userAgent: string
  description: string
  detail: string
  createdAt: number
}

/** What the local inbox shows. */
export interface MessageRecord {
  id: string
  channel: 'mail' | 'sms'
  to: string
  subject: string
  text: string
  html: string
  createdAt: number
}

/** Signing and sealing keys, encrypted by nothing but the folder's own permissions; `value` is JSON text. */
export interface KeyRecord {
  id: string
  kind: string
  value: string
  createdAt: number
}

/** A script's key: of a person when `userId` is set, else of the account. Only the keyed hash of its secret is kept. */
export interface ApiTokenRecord {
  /** Of client credentials it is the client id. */
  id: string
  tenantId: string
  userId: string | null
  kind: 'AccessToken' | 'ClientCredentials'
  secretHash: string
  description: string
  /** Role ids, as a JSON list; empty for a person's own, which can do what she can. */
  roleIds: string
  createdByUserId: string | null
  createdAt: number
  expiresAt: number | null
  lastUsedAt: number | null
}

/** That one account lies below another, however far; the name is repeated here so that a subtree is one indexed read. */
export interface AccountLinkRecord {
  id: string
  ancestorId: string
  tenantId: string
  /** 1 for a child. */
  depth: number
  name: string
  createdAt: number
}

/** How the people of a tenant sign in at an identity provider of their own. */
export interface SsoConnectionRecord {
  id: string
  tenantId: string
  enabled: boolean
  /** A `SsoType`. */
  type: string
  /** SAML: where sign-ins are asked for. OpenID Connect: the issuer. */
  ssoEndpoint: string
  /** Entity id of the SAML identity provider; `''` takes whoever holds the certificate's key. */
  idpEntityId: string
  /** PEM; several one after the other while a provider changes its key. */
  publicCertificate: string
  /** Whether our SAML requests are signed. */
  signRequest: boolean
  acsUrl: string
  spEntityId: string
  oidcClientId: string
  oidcSecret: string
  /** Text of the DNS record that proves a domain. */
  generatedVerification: string
  /** Role ids of people who come in for the first time, as a JSON list. */
  roleIds: string
  /** `SsoGroup`s as a JSON list. */
  groups: string
  skipEmailDomainValidation: boolean
  /** Whether the identity provider may send people in who did not ask. */
  allowIdpInitiated: boolean
  /** Texts by name, as JSON text. */
  configMetadata: string
  createdAt: number
  updatedAt: number
}

/** An email domain whose people sign in through a connection, once it is validated. */
export interface SsoDomainRecord {
  id: string
  connectionId: string
  tenantId: string
  domain: string
  validated: boolean
  createdAt: number
}

/** That an account elsewhere belongs to a person here. */
export interface IdentityRecord {
  id: string
  /** `social:google`, `sso:<connection id>` … */
  provider: string
  /** What the provider calls her: never given to anybody else. */
  subject: string
  userId: string
  email: string
  createdAt: number
  lastUsedAt: number
}

export interface Records {
  tenants: TenantRecord
  accountLinks: AccountLinkRecord
  users: UserRecord
  members: MemberRecord
  roles: RoleRecord
  groups: GroupRecord
  permissions: PermissionRecord
  permissionCategories: PermissionCategoryRecord
  sessions: SessionRecord
  oauthGrants: OauthGrantRecord
  apiTokens: ApiTokenRecord
  ssoConnections: SsoConnectionRecord
  ssoDomains: SsoDomainRecord
  identities: IdentityRecord
  factors: FactorRecord
  oldPasswords: OldPasswordRecord
  tickets: TicketRecord
  policies: PolicyRecord
  attempts: AttemptRecord
  audits: AuditRecord
  messages: MessageRecord
  keys: KeyRecord
  pictures: PictureRecord
}
