import type { ErrorCode } from '../contract/error-codes.ts'
import { HttpError } from '../kernel/errors.ts'
import { isRecord } from '../kernel/safe-json.ts'

/**
 * Returns the code of a failed call. Another backend may send none, or one that isn't listed, so callers compare it with
 * the codes they know and judge everything else by its status.
 */
export const codeOf = (error: unknown): ErrorCode | undefined => {
  const code = error instanceof HttpError && isRecord(error.body) ? error.body.code : undefined
  return typeof code === 'string' ? (code as ErrorCode) : undefined
}
