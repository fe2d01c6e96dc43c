import { Refusal } from '../../call/refusal.ts'

/** Creates an error response by RFC 6749 §5.2, with the list of errors that every refusal of this API has. */
export const oauthRefusal = (
  error: 'invalid_request' | 'invalid_grant' | 'invalid_client' | 'unsupported_grant_type' | 'unsupported_token_type',
  description: string,
): Refusal => new Refusal(400, [description], {}, { error, error_description: description })

/** Creates a refusal that keeps the grant valid, for the same client in another network. */
export const accessDenied = (description: string): Refusal =>
  new Refusal(403, [description], {}, { error: 'access_denied', error_description: description })

export const invalidGrant = (description = 'The grant is not valid any more'): Refusal =>
  oauthRefusal('invalid_grant', description)

/** Error codes of RFC 6749 §4.1.2.1 and §5.2 for refusals of the rest of the backend, by their status. */
const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  403: 'access_denied',
  413: 'invalid_request',
  415: 'invalid_request',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
}

/** Adds the error code that clients of OAuth read to a refusal that lacks it, such as that of an unreadable body. */
export const rethrowByOauth = (error: unknown): never => {
  if (!(error instanceof Refusal) || error.fields.error !== undefined) throw error
  const { status, errors, headers, fields, code } = error
  const named = ERRORS[status]
  if (named === undefined) throw error
  throw new Refusal(status, errors, headers, { ...fields, error: named, error_description: errors.join(' ') }, code)
}
