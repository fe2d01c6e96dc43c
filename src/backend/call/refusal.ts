/** A response that is not a success; the edge turns it into `{ errors }` with its status. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  constructor(
    readonly status: number,
    readonly errors: readonly string[],
    readonly headers: Readonly<Record<string, string>> = {},
    /** Members of the response besides `errors`, where a standard requires some. */
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(errors.join(', '))
  }
}

export const badRequest = (...errors: string[]) => new Refusal(400, errors)

/** Sends an error code only if the request had a token (RFC 6750 §3). */
export const unauthorized = (message = 'Unauthorized', code?: 'invalid_token') =>
  new Refusal(401, [message], {
    'WWW-Authenticate': `Bearer realm="front-entry"${code ? `, error="${code}"` : ''}`,
  })

/** Refuses a sign-in that was too weak or is too old for this call (RFC 9470 §3); `maxAge` is in seconds. */
export const insufficientAuthentication = ({ maxAge, acr }: { maxAge: number; acr: string }) =>
  new Refusal(401, ['Confirm your second factor first.'], {
    'WWW-Authenticate': [
      'Bearer realm="front-entry"',
      'error="insufficient_user_authentication"',
      'error_description="A more recent multi-factor sign-in is needed"',
      `acr_values="${acr}"`,
      `max_age="${maxAge}"`,
    ].join(', '),
  })

/** The same for a caller without a second factor, who may prove who they are in any way they sign in. */
export const staleSignIn = (maxAge: number) =>
  new Refusal(401, ['Confirm it’s you first.'], {
    'WWW-Authenticate': [
      'Bearer realm="front-entry"',
      'error="insufficient_user_authentication"',
      'error_description="A more recent sign-in is needed"',
      `max_age="${maxAge}"`,
    ].join(', '),
  })

export const forbidden = (message = "You don't have permission to do this") => new Refusal(403, [message])
export const notFound = (message = 'Not found') => new Refusal(404, [message])
export const conflict = (message: string) => new Refusal(409, [message])

export const tooMany = (seconds: number) =>
  new Refusal(429, ['Too many attempts. Wait a moment, then try again.'], { 'Retry-After': String(seconds) })
