import { isRecord } from '../kernel/safe-json.ts'

/** Authentication method of a session that began at a company's identity provider. */
const SINGLE_SIGN_ON = 'sso'

/** Returns whether the session of these claims began at a company's identity provider; claims come from outside. */
export const isFromSso = (claims: unknown): boolean =>
  isRecord(claims) && Array.isArray(claims.amr) && claims.amr.includes(SINGLE_SIGN_ON)
