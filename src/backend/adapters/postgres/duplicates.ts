import { DuplicateError } from '../../store/store.ts'

/** PostgreSQL's SQLSTATE unique_violation. */
const UNIQUE_VIOLATION = '23505'

/**
 * Returns whether the error is a unique violation. drizzle wraps the driver's error, so the SQLSTATE is on the cause.
 */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === UNIQUE_VIOLATION) || isUniqueViolation(error.cause))

/** Converts the database's unique violation to the store's own error. */
export const duplicateOf = async <Result>(name: string, work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new DuplicateError(`${name}: a unique key is taken`, { cause: error })
  }
}
