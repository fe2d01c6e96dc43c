import type { MfaDevices, MfaStrategy } from './mfa.ts'
import type { ManagedBy, Permission, Provider, Role } from './team.ts'
import type { JsonText, JsonValue, WireDate } from './wire.ts'

/**
 * Response of every call that signs a user in. If a second factor or a new password is required (`mfaRequired`,
 * `isBreachedPassword`), it has no tokens yet.
 */
export interface AuthResponse {
  accessToken?: string
  refreshToken?: string
  /** Seconds. */
  expiresIn?: number
  /** Time at which the access token expires, as an HTTP date or ISO text. */
  expires?: string
  /** Seconds since the epoch. */
  exp?: number
  mfaRequired: boolean
  mfaToken?: string
  mfaEnrolled?: boolean
  mfaDevices?: MfaDevices
  mfaStrategies?: MfaStrategy[]
  /** `data:` URL of an image, or an `otpauth:` URL. */
  qrCode?: string
  recoveryCode?: string
  userEmail?: string
  emailVerified?: boolean
  redirectLocation?: string
  isBreachedPassword?: boolean
  userId?: string
  tenantId?: string
}

/** Token response (RFC 6749 §5.1) with an ID token. */
export interface OAuthToken {
  access_token: string
  id_token: string
  refresh_token: string
  /** Seconds; 300 when absent. */
  expires_in?: number
  token_type?: string
}

/** Claims of an access token that the client reads. */
export interface AccessTokenClaims {
  sub: string
  id?: string
  tenantId: string
  tenantIds?: string[]
  email: string
  email_verified: boolean
  name?: string
  /** Role keys. */
  roles?: string[]
  /** Permission keys. */
  permissions?: string[]
  /** Authentication methods (RFC 8176). */
  amr?: string[]
  acr?: string
  /** Seconds since the epoch. */
  auth_time?: number
  sid?: string
  act?: { sub: string }
  /** Seconds since the epoch. */
  exp: number
  iat?: number
}

export interface MembershipOfMe {
  tenantId: string
  roles: Role[]
}

/** A user without the fields that need a join; the v3 lists return this. */
export interface UserV3 {
  id: string
  sub: string
  email: string
  name: string
  phoneNumber?: string | null
  profilePictureUrl?: string | null
  profileImage?: string | null
  verified: boolean
  /** `false` while an invitation has not been accepted yet. */
  activatedForTenant?: boolean
  mfaEnrolled: boolean
  mfaBypass?: boolean
  /** Whether the user must add a second factor at the next sign-in; sent by the reference backend. */
  mfaRequired?: boolean
  isLocked?: boolean
  provider?: Provider
  tenantId: string
  tenantIds: string[]
  tenants: MembershipOfMe[]
  managedBy?: ManagedBy
  /** Whether the company directory no longer allows the user to sign in. */
  deactivated?: boolean
  superUser?: boolean
  invisible?: boolean
  subAccountAccessAllowed?: boolean
  temporaryExpirationDate?: WireDate | null
  metadata: JsonText
  createdAt?: WireDate
  lastLogin?: WireDate | null
}

export interface Me extends UserV3 {
  roles: Role[]
  permissions: Permission[]
  groups?: { id: string; name?: string; color?: string; roles?: Role[] }[]
}

/** A customer organization. */
export interface Tenant {
  id: string
  tenantId: string
  name: string
  vendorId: string
  isReseller: boolean
  metadata: JsonValue
  deletedAt: null
  address?: string
  timezone?: string
  dateFormat?: string
  timeFormat?: string
  currency?: string
  logo?: string
  logoUrl?: string
  alias?: string
  hasCustomLogin?: boolean
  loginUrl?: string
  applicationUrl?: string
  tenantType?: string
  domain?: string
  address2?: string
  countryCode?: string
  state?: string
  city?: string
  postCode?: string
  industry?: string
  numberOfEmployees?: number
  annualRevenue?: number
  yearFounded?: number
  totalFunding?: string
  createdAt: WireDate
  updatedAt: WireDate
}

export interface ParentTenant {
  tenantId: string
  tenantName: string
  level: number
  status: string
  createdAt: WireDate
}

export interface MyTenants {
  tenants: Tenant[]
  activeTenant: Tenant
}

export interface MyAuthorization {
  permissions: Permission[]
  roles: Role[]
}
