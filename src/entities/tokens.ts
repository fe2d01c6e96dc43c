import type { JsonValue, WireDate } from './wire.ts'

/** What this backend returns in addition to the wire. */
interface TokenUse {
  createdByUserId?: string
  /** To the minute; `null`: never. */
  lastUsedAt?: WireDate | null
}

/** A machine's key that is itself the bearer. */
export interface AccessToken extends TokenUse {
  id: string
  description?: string
  createdAt: WireDate
  /** Absent or `null`: never. */
  expires?: WireDate | null
}

/** A machine's key that is exchanged for a bearer. */
export interface ClientCredential extends TokenUse {
  clientId: string
  description: string
  metadata?: JsonValue
  createdAt: WireDate
  /** Absent or `null`: never. */
  expires?: WireDate | null
}

/** Shown once, in the response that creates the key. */
export interface ShownSecret {
  secret: string
}

export interface NewToken {
  description: string
  /** `null`: never expires. */
  expiresInMinutes: number | null
}

/** What credentials are exchanged for. */
export interface MachineBearer {
  accessToken: string
  tokenType: 'Bearer'
  /** Seconds. */
  expiresIn: number
  expires: WireDate
}

export interface TokenChange {
  description?: string
  /** Of an account's token only. */
  roleIds?: string[]
}

/** Limits of an account for new API tokens. */
export interface ApiTokenPolicy {
  /** Whether a token must have an end; a maximum lifetime demands one, too. */
  mustExpire: boolean
  /** `null`: no maximum. */
  maxLifetimeMinutes: number | null
}
