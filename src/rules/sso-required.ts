import { isRecord } from '../kernel/safe-json.ts'

/** Member of a refusal's body: the account requires its users to sign in through their identity provider. */
export const SSO_REQUIRED = { reason: 'sso-required' } as const

export const isSsoRequired = (body: unknown): boolean => isRecord(body) && body.reason === SSO_REQUIRED.reason
