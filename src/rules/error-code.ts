import type { ErrorCode } from '../contract/error-codes.ts'
import { HttpError } from '../kernel/errors.ts'
import { isRecord } from '../kernel/safe-json.ts'

/** Member of a refusal's body: the account doesn't allow the caller's IP address, whatever their roles. */
export const IP_REFUSAL = { reason: 'ip-address' } as const

export const isIpRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError && isRecord(error.body) && error.body.reason === IP_REFUSAL.reason

/**
 * Returns the code of a failed call. Another backend may send none, or one that isn't listed, so callers compare it
 * with the codes they know and handle everything else by its status.
 */
export const codeOf = (error: unknown): ErrorCode | undefined => {
  const code = error instanceof HttpError && isRecord(error.body) ? error.body.code : undefined
  return typeof code === 'string' ? (code as ErrorCode) : undefined
}
