import { isRecord } from '../kernel/safe-json.ts'

/** Authentication method of a session that began at a company's identity provider. */
const SINGLE_SIGN_ON = 'sso'

/** Returns whether the session of these claims began at a company's identity provider; claims come from outside. */
export const isFromSso = (claims: unknown): boolean =>
  isRecord(claims) && Array.isArray(claims.amr) && claims.amr.includes(SINGLE_SIGN_ON)

/** Member of a refusal's body: the account requires its users to sign in through their identity provider. */
export const SSO_REQUIRED = { reason: 'sso-required' } as const

export const isSsoRequired = (body: unknown): boolean => isRecord(body) && body.reason === SSO_REQUIRED.reason
