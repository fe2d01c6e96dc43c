/** What an administrator sees and decides about a connection besides what signing in by it needs. */
export interface SsoSetupRecord {
  /** That of the connection. */
  id: string
  tenantId: string
  name: string
  /** Where the metadata was last read, `''` when it was pasted. */
  metadataUrl: string
  /** When the connection was last turned on; until the first time it is a draft. */
  enabledAt: number | null
  lastSignInAt: number | null
  /** Whether users of its verified domains must sign in by it. */
  enforced: boolean
  /** Ids of users who may sign in another way while it is enforced, as a JSON list. */
  exemptUserIds: string
  /** Whether every sign-in gives and takes away the roles of groups, and not just the first one of a user. */
  updatesRoles: boolean
  /** The latest test sign-in with these settings as JSON text, `''` when there is none. */
  test: string
  /** A JSON list names what was odd about the provider's metadata when it was last read. */
  metadataWarnings: string
  createdAt: number
  updatedAt: number
}

/** A sign-in by a connection that was refused, or a change that a directory sent. */
export interface SsoFailureRecord {
  id: string
  connectionId: string
  tenantId: string
  reason: string
  createdAt: number
}
