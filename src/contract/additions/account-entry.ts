import type { AuthResponse } from '../../entities/auth.ts'
import type { WebAuthnAssertion } from '../../entities/mfa.ts'
import { endpoint } from '../endpoint.ts'

/**
 * Proofs with which the caller can enter an account that doesn't trust the identity provider they signed in through.
 */
export interface WaysToEnter {
  /** Whether the user has a password and passwords are allowed for sign-in. */
  password: boolean
  passkey: boolean
  /** Whether the account trusts the identity provider for the user's email. */
  provider: boolean
}

const ENTRY = '/identity/resources/fe/v1/account-entry'

/**
 * Calls for users whom an identity provider of one account signed in, and who belong to other accounts. Once they have
 * given a proof of their own, their session can enter those accounts too. Not available while impersonating or with an
 * API token.
 */
export const accountEntry = {
  /** @throws 403 for an account that the caller doesn't belong to */
  getWaysToEnter: endpoint<void, void, WaysToEnter>()('GET', `${ENTRY}/{tenantId}`),
  /**
   * @throws 400 for a wrong password, 403 when passwords are not allowed for sign-in or this one is known from data
   * breaches
   */
  provePassword: endpoint<void, { password: string }, AuthResponse>()('POST', `${ENTRY}/password`, {
    cookies: true,
    tokens: true,
  }),
  /** Accepts the assertion for the options of `webauthnPreLogin`. */
  provePasskey: endpoint<void, WebAuthnAssertion, AuthResponse>()('POST', `${ENTRY}/passkey`, {
    cookies: true,
    tokens: true,
  }),
}
