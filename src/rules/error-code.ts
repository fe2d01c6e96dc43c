import type { ErrorCode } from '../contract/error-codes.ts'
import { HttpError } from '../kernel/errors.ts'
import { isRecord } from '../kernel/safe-json.ts'

/** Returns whether a call failed with the code. Other backends may send none, so callers need a second way to see it. */
export const hasCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof HttpError && isRecord(error.body) && error.body.code === code
