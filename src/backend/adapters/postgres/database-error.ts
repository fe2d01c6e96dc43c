/** The database can't be opened; the message names the setting to change. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** Returns the reason: a server name with several IP addresses fails with one error for each, and without a message. */
export const reasonOf = (error: unknown): string => {
  const reasons = error instanceof AggregateError ? error.errors : [error]
  return reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('; ')
}
