import type { JsonValue, WireDate } from './wire.ts'

/** Fields that this backend returns in addition to the wire. */
interface TokenUse {
  createdByUserId?: string
  /** Time of the last use, to the minute; `null` for never. */
  lastUsedAt?: WireDate | null
}

/** API token of a program that is itself the bearer token. */
export interface AccessToken extends TokenUse {
  id: string
  description?: string
  createdAt: WireDate
  /** Expiry; absent or `null` for never. */
  expires?: WireDate | null
}

/** API token of a program that is exchanged for a bearer token. */
export interface ClientCredential extends TokenUse {
  clientId: string
  description: string
  metadata?: JsonValue
  createdAt: WireDate
  /** Expiry; absent or `null` for never. */
  expires?: WireDate | null
}

/** Secret that is shown once, in the response that creates the token. */
export interface ShownSecret {
  secret: string
}

export interface NewToken {
  description: string
  /** Lifetime in minutes; `null` for a token that never expires. */
  expiresInMinutes: number | null
}

/** Bearer token for which credentials are exchanged. */
export interface MachineBearer {
  accessToken: string
  tokenType: 'Bearer'
  /** Seconds. */
  expiresIn: number
  expires: WireDate
}

export interface TokenChange {
  description?: string
  /** Role IDs, for tokens of an account only. */
  roleIds?: string[]
}

/** Limits of an account for new API tokens. */
export interface ApiTokenPolicy {
  /** Whether a token must expire; a maximum lifetime also requires it. */
  mustExpire: boolean
  /** Maximum lifetime in minutes; `null` for no maximum. */
  maxLifetimeMinutes: number | null
}
