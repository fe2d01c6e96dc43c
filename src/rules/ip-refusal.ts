import { HttpError } from '../kernel/errors.ts'
import { isRecord } from '../kernel/safe-json.ts'

/** Member of a refusal's body: the account doesn't allow the caller's IP address, whatever their roles. */
export const IP_REFUSAL = { reason: 'ip-address' } as const

export const isIpRefusal = (error: unknown): error is HttpError =>
  error instanceof HttpError && isRecord(error.body) && error.body.reason === IP_REFUSAL.reason
