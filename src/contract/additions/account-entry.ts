import type { AuthResponse } from '../../entities/auth.ts'
import type { WebAuthnAssertion } from '../../entities/mfa.ts'
import { endpoint } from '../endpoint.ts'

/** What the caller can prove to enter an account that doesn't trust the identity provider they signed in through. */
export interface WaysToEnter {
  /** The user has a password, and passwords sign in. */
  password: boolean
  passkey: boolean
  /** The identity provider for the user's email is one that the account trusts. */
  provider: boolean
}

const ENTRY = '/identity/resources/fe/v1/account-entry'

/**
 * For users whom an identity provider of one account signed in, and who belong to other accounts. Once they have proven
 * something of their own, their session enters those, too. Not while impersonating, and not with an API token.
 */
export const accountEntry = {
  /** @throws 403 for an account that the caller doesn't belong to */
  getWaysToEnter: endpoint<void, void, WaysToEnter>()('GET', `${ENTRY}/{tenantId}`),
  /** @throws 400 for a wrong password, 403 where passwords don't sign in or this one is known from data breaches */
  provePassword: endpoint<void, { password: string }, AuthResponse>()('POST', `${ENTRY}/password`, {
    cookies: true,
    tokens: true,
  }),
  /** The assertion is for the options of `webauthnPreLogin`. */
  provePasskey: endpoint<void, WebAuthnAssertion, AuthResponse>()('POST', `${ENTRY}/passkey`, {
    cookies: true,
    tokens: true,
  }),
}
