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
