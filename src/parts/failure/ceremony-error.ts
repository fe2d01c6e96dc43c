/** Outcomes of a failed ceremony that a user can react to differently. */
export type CeremonyCode =
  | 'unsupported'
  | 'cancelled'
  | 'notCreated'
  | 'stopped'
  | 'timeout'
  | 'alreadyRegistered'
  | 'notRegistered'
  | 'wrongSite'
  | 'noVerification'
  | 'noAlgorithm'
  | 'otherRequest'
  | 'badAnswer'
  | 'unknown'

export type CeremonyKind = 'create' | 'get'

export class CeremonyError extends Error {
  override readonly name = 'CeremonyError'
  constructor(
    readonly code: CeremonyCode,
    options?: { cause?: unknown },
  ) {
    super(`The WebAuthn ceremony ended: ${code}`, options)
  }
}

/** WebAuthn Level 3 §5.1.3 and §5.1.4: every name that `create` and `get` reject with. */
const CODES: Readonly<Record<string, CeremonyCode>> = {
  AbortError: 'stopped',
  TimeoutError: 'timeout',
  SecurityError: 'wrongSite',
  ConstraintError: 'noVerification',
  NotSupportedError: 'noAlgorithm',
  OperationError: 'otherRequest',
  NotReadableError: 'unknown',
  UnknownError: 'unknown',
  DataError: 'badAnswer',
  EncodingError: 'badAnswer',
  TypeError: 'badAnswer',
  InvalidCharacterError: 'badAnswer',
}

/** Names that have a different meaning in `create` and `get`. */
const BY_KIND: Readonly<Record<string, Readonly<Record<CeremonyKind, CeremonyCode>>>> = {
  // This name also covers a timeout and a missing passkey; browsers hide the difference from every site (WebAuthn Level
  // 3 §14.5.1).
  NotAllowedError: { create: 'notCreated', get: 'cancelled' },
  InvalidStateError: { create: 'alreadyRegistered', get: 'notRegistered' },
}

const nameOf = (error: unknown): string => (error instanceof Error || error instanceof DOMException ? error.name : '')

export const codeOf = (error: unknown, kind: CeremonyKind): CeremonyCode => {
  if (error instanceof CeremonyError) return error.code
  const name = nameOf(error)
  const byKind = Object.hasOwn(BY_KIND, name) ? BY_KIND[name]?.[kind] : undefined
  return byKind ?? (Object.hasOwn(CODES, name) ? (CODES[name] ?? 'unknown') : 'unknown')
}

export const toCeremonyError = (error: unknown, kind: CeremonyKind): CeremonyError =>
  error instanceof CeremonyError ? error : new CeremonyError(codeOf(error, kind), { cause: error })

/**
 * Returns whether we ended the ceremony ourselves, for another one or because the user left. Then there is nothing to
 * report.
 */
export const isStopped = (error: unknown): boolean => error instanceof CeremonyError && error.code === 'stopped'
