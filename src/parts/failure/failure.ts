import { useTexts } from '../../feature/feature-context.tsx'
import { GENERIC_MESSAGE, HttpError, messageOf, NetworkError, TimeoutError } from '../../kernel/errors.ts'
import { isSsoRequired } from '../../rules/sso-sign-in.ts'
import type { CeremonyCode } from './ceremony-error.ts'
import { failureMessages } from './failure.messages.ts'

/** The reason a call failed, as far as the screen distinguishes them. */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'timeout' }
  /** The server failed, so the same request may succeed in a moment. */
  | { kind: 'unavailable' }
  | { kind: 'rateLimited'; seconds: number | undefined }
  /**
   * `ceremony`: the outcome of a passkey or security key, for a text in the user's language. `ssoRequired`: the account
   * accepts single sign-on only.
   */
  | { kind: 'refused'; message: string; ceremony?: CeremonyCode; ssoRequired?: true }

const TOO_MANY_REQUESTS = 429

/** Message for a failed sign-in without a readable message. */
export const LOGIN_FAILED = 'Failed to authenticate'

/** Converts an error into a failure. `fallback` is used for a response without a readable message. */
export const failureOf = (error: unknown, fallback: string = GENERIC_MESSAGE): Failure => {
  if (error instanceof NetworkError) return { kind: 'offline' }
  if (error instanceof TimeoutError) return { kind: 'timeout' }
  if (error instanceof HttpError && error.status === TOO_MANY_REQUESTS) {
    return { kind: 'rateLimited', seconds: error.retryAfter }
  }
  const ssoRequired = error instanceof HttpError && isSsoRequired(error.body)
  return { kind: 'refused', message: messageOf(error, fallback), ...(ssoRequired && { ssoRequired }) }
}

/** The state of one submit. */
export type Progress = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; failure: Failure }

export const IDLE: Progress = { kind: 'idle' }
export const BUSY: Progress = { kind: 'busy' }
export const failedWith = (failure: Failure): Progress => ({ kind: 'failed', failure })

/** Returns the text of a failure. This is the only place that turns failures into texts. */
export const useFailureText = (progress: Progress): string | undefined => {
  const t = useTexts(failureMessages)
  if (progress.kind !== 'failed') return undefined
  const words = (failure: Failure): string => {
    if (failure.kind === 'refused') return failure.message
    if (failure.kind !== 'rateLimited') return t(failure.kind)
    return failure.seconds ? t('rateLimitedFor', { count: failure.seconds }) : t('rateLimited')
  }
  return words(progress.failure)
}
