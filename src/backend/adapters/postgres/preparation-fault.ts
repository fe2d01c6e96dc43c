import { hasCode, statementFaultOf } from './outage.ts'

/** insufficient_privilege */
const FORBIDDEN = new Set(['42501'])

export const isForbidden = (error: unknown): boolean => hasCode(error, FORBIDDEN)

/** Advice for a role that may not create or change the tables. */
export const OWNERSHIP =
  ' Make its role the owner of the database and its tables, or grant it CREATE on the database and on the schema.'

/** Returns sentences that say why the database can't be prepared. */
export const preparationFaultOf = (error: unknown): string =>
  `${statementFaultOf(error)}.${isForbidden(error) ? OWNERSHIP : ''}`
