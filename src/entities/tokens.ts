import type { JsonValue, WireDate } from './wire.ts'

/** A machine's key that is itself the bearer. */
export interface AccessToken {
  id: string
  description?: string
  createdAt: WireDate
  /** Absent or `null`: never. */
  expires?: WireDate | null
}

/** A machine's key that is exchanged for a bearer. */
export interface ClientCredential {
  clientId: string
  description: string
  metadata?: JsonValue
  createdAt: WireDate
  /** Absent or `null`: never. */
  expires?: WireDate | null
}

/** Shown once, in the answer that creates the key. */
export interface ShownSecret {
  secret: string
}

export interface NewToken {
  description: string
  /** `null`: never expires. */
  expiresInMinutes: number | null
}
