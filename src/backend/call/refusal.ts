import type { ErrorCode } from '../../contract/error-codes.ts'
import { codeOfStatus } from '../../rules/code-of-status.ts'
import { DuplicateError } from '../store/store.ts'

/** A response that is not a success; the edge turns it into `{ errors, code }` with its status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly errors: readonly string[],
    readonly headers: Readonly<Record<string, string>> = {},
    /** Members of the response besides `errors`, where a standard requires some. */
    readonly fields: Readonly<Record<string, string>> & { readonly reason?: ErrorCode } = {},
    /** Names the case for programs; a `reason` among the fields is one, and else it follows from the status. */
    readonly code: ErrorCode = fields.reason ?? codeOfStatus(status),
  ) {
    super(errors.join(', '))
  }

  /** Returns the same refusal with a code of its own. */
  as(code: ErrorCode): Refusal {
    return new Refusal(this.status, this.errors, this.headers, this.fields, code)
  }
}

export const badRequest = (...errors: string[]) => new Refusal(400, errors)

/** Sends an error code only if the request had a token (RFC 6750 §3). */
export const unauthorized = (message = 'Unauthorized', error?: 'invalid_token') =>
  new Refusal(
    401,
    [message],
    { 'WWW-Authenticate': `Bearer realm="front-entry"${error ? `, error="${error}"` : ''}` },
    {},
    error && 'invalid-token',
  )

export const sessionEnded = () => unauthorized('The session has ended', 'invalid_token')

/** Challenges to sign in again (RFC 9470 §3); `parameters` are added to those that every challenge has. */
const challenge = (text: string, described: string, ...parameters: string[]) =>
  new Refusal(401, [text], {
    'WWW-Authenticate': [
      'Bearer realm="front-entry"',
      'error="insufficient_user_authentication"',
      `error_description="A more recent ${described} is needed"`,
      ...parameters,
    ].join(', '),
  })

/** Refuses a sign-in that was too weak or is too old for this call; `maxAge` is in seconds. */
export const insufficientAuthentication = ({ maxAge, acr }: { maxAge: number; acr: string }) =>
  challenge(
    'Confirm your second factor first.',
    'multi-factor sign-in',
    `acr_values="${acr}"`,
    `max_age="${maxAge}"`,
  ).as('fresh-mfa-required')

/** The same for a caller without a second factor, who may prove who they are in any way they sign in. */
export const staleSignIn = (maxAge: number) =>
  challenge('Confirm it’s you first.', 'sign-in', `max_age="${maxAge}"`).as('fresh-proof-required')

export const forbidden = (message = "You don't have permission to do this") => new Refusal(403, [message])
export const usersOnly = () => forbidden('API tokens cannot do this').as('users-only')
export const notWhileImpersonating = () => forbidden("You can't do this while impersonating a user").as('impersonating')

export const notFound = (message = 'Not found') => new Refusal(404, [message])
export const conflict = (message: string) => new Refusal(409, [message])

export const tooMany = (seconds: number) =>
  new Refusal(429, ['Too many attempts. Wait a moment, then try again.'], { 'Retry-After': String(seconds) })

/** Returns whether a check passes; errors other than refusals are rethrown. */
export const passes = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

/**
 * Turns the error for a row that already exists into a refusal; other errors are rethrown.
 *
 * @example await store.roles.insert(role).catch(refuseDuplicate(keyTaken))
 */
export const refuseDuplicate =
  (refusal: () => Refusal) =>
  (error: unknown): never => {
    throw error instanceof DuplicateError ? refusal() : error
  }
