import type { ErrorCode } from '../contract/error-codes.ts'
import { HttpError } from '../kernel/errors.ts'
import { isRecord } from '../kernel/safe-json.ts'

/** Returns the code of a failed call. Not every backend sends codes, so callers need a second way to see the case. */
export const codeOf = (error: unknown): ErrorCode | undefined => {
  const code = error instanceof HttpError && isRecord(error.body) ? error.body.code : undefined
  // A code of another backend equals none of the list.
  return typeof code === 'string' ? (code as ErrorCode) : undefined
}
