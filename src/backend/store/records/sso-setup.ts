/** An administrator's settings and status of a connection that signing in doesn't need. */
export interface SsoSetupRecord {
  /** Id of the connection. */
  id: string
  tenantId: string
  name: string
  /** URL that the metadata was last read from, `''` if it was pasted. */
  metadataUrl: string
  /** Time at which the connection was last turned on; until then it is a draft. */
  enabledAt: number | null
  lastSignInAt: number | null
  /** Whether users of its verified domains must use it to sign in. */
  enforced: boolean
  /** Ids of users who may sign in another way while it is enforced, as a JSON list. */
  exemptUserIds: string
  /** Whether every sign-in adds and removes the roles of groups, instead of only a user's first sign-in. */
  updatesRoles: boolean
  /** The latest test sign-in with these settings as JSON text, `''` if there is none. */
  test: string
  /** JSON list of the problems in the provider's metadata when it was last read. */
  metadataWarnings: string
  createdAt: number
  updatedAt: number
}

/** A refused sign-in by a connection, or a change from a directory. */
export interface SsoFailureRecord {
  id: string
  connectionId: string
  tenantId: string
  reason: string
  createdAt: number
}
