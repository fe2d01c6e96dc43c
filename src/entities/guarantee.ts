/** What a member of an account can vouch for: it may do at most what they may do today. */
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
  /** The member who vouches for it. */
  userId: string
}

/**
 * Why someone must confirm it: its guarantor has lost all rights in the account, may do less than administrators whom it
 * concerns, or can't give the roles that it gives.
 */
export type GuaranteeProblem = 'gone' | 'exceeded' | 'withheld'

/** Who vouches for a connection or a directory. */
export interface Guarantee {
  /** `null` when no one does. `email` is empty for an API token. */
  guarantor: { id: string; name: string; email: string } | null
  problem: GuaranteeProblem | null
  /** Administrators who may do more than the guarantor: a connection refuses them, a directory leaves them alone. */
  exceeding: number
}
