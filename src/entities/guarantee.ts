/** The member who vouches for a record, which can't exceed their permissions. */
export interface ShownGuarantor {
  id: string
  email: string
  name: string
}

/**
 * Reason why a guarantor counts for less than their own permissions: they vouched in a session of a single sign-on
 * connection that was `removed` since, or whose guarantor has fewer permissions (`limited`).
 */
export type ConnectionLimit = 'removed' | 'limited'

/** Events that a subscription doesn't send, because the member who vouches for it may currently not see the data. */
export interface PausedEvents {
  pausedEventKeys: string[]
  /** The guarantor; `null` when they left the account or aren't known. */
  guarantor: ShownGuarantor | null
  connectionLimit?: ConnectionLimit
}

export interface PausedSubscription extends PausedEvents {
  /** The event of an email or text message, the ID of a Slack subscription, or the template of a report. */
  id: string
}

/**
 * Kinds of things that a member of an account can vouch for; such a thing may do at most what that member may do today.
 */
export type GuaranteedKind =
  | 'sso-connection'
  | 'directory'
  | 'api-token'
  | 'webhook'
  | 'channel'
  | 'schedule'
  | 'invite-link'

export interface Guaranteed {
  kind: GuaranteedKind
  id: string
  name: string
  /** Member who vouches for it. */
  userId: string
}

/**
 * Reason why someone must confirm it: its guarantor has lost all permissions in the account, may do less than
 * administrators whom it concerns, or can't grant the roles that it grants.
 */
export type GuaranteeProblem = 'gone' | 'exceeded' | 'withheld'

/** Administrator who may do more than the guarantor of a connection that signs them in. */
export interface AffectedAdministrator {
  id: string
  name: string
  email: string
  /** Number of open sessions that only the connection vouches for and that lack permissions of the user. */
  sessions: number
  /** Whether the user has a password or passkey of their own, which makes all permissions effective. */
  hasOwnProof: boolean
  /** Set if the user must sign in with single sign-on, so that such a proof helps only in sessions that are open. */
  mustUseSso?: boolean
}

/** Items of one kind that don't do everything that they were made for, or soon won't, because of their guarantor. */
export interface Interruption {
  kind: GuaranteedKind
  /** `ends`: they still work, but the access of their guarantor ends at `at`. */
  reason: GuaranteeProblem | 'ends'
  /** When it began or will begin, in ISO 8601; `null` if that isn't known. */
  at: string | null
  /** The guarantor; `null` when there is none, or when it is an API token. */
  guarantor: { id: string; name: string; email: string } | null
  /** The first 5 items. */
  items: Pick<Guaranteed, 'id' | 'name'>[]
  /** Number of all items. */
  count: number
  /** Number of administrators who may do more than the guarantor of connections or directories, each counted once. */
  exceeding: number
  /** The first 5 of them, for connections; only for callers who may see the members of the account. */
  administrators?: AffectedAdministrator[]
  connectionLimit?: ConnectionLimit
}

/** Guarantor of a connection or a directory. */
export interface Guarantee {
  /** The guarantor; `null` when there is none. `email` is empty for an API token. */
  guarantor: { id: string; name: string; email: string } | null
  problem: GuaranteeProblem | null
  /**
   * Number of administrators who may do more than the guarantor: a connection refuses them, a directory does not change
   * them.
   */
  exceeding: number
  /** The first 5 of them, for a connection; only for callers who may see the members of the account. */
  administrators?: AffectedAdministrator[]
  /**
   * Number of administrators whom a connection signs in, who could get more permissions, and who have no password or
   * passkey of their own. They can't replace another guarantor, and need another administrator when permissions are
   * withheld from a session.
   */
  withoutOwnProof?: number
  connectionLimit?: ConnectionLimit
}
