import type { AuthResponse } from '../../entities/auth.ts'
import type { WebAuthnAssertion, WebAuthnGet } from '../../entities/mfa.ts'
import { endpoint } from '../endpoint.ts'

const CONFIRMATIONS = '/identity/resources/fe/v1/me/confirmations'

/** Ways in which a signed-in user can confirm their identity; `sign-in` means only by signing in again. */
export type ConfirmationWay = 'second-factor' | 'password' | 'passkey' | 'sign-in'

/**
 * Users without a second factor confirm their identity before a change that weakens the protection of their account.
 */
export const confirmations = {
  listConfirmations: endpoint<void, void, { ways: ConfirmationWay[] }>()('GET', CONFIRMATIONS),
  /** Continues the session with tokens that have the time of this confirmation. */
  confirmByPassword: endpoint<void, { password: string }, AuthResponse>()('POST', `${CONFIRMATIONS}/password`, {
    tokens: true,
  }),
  startPasskeyConfirmation: endpoint<void, void, { options: WebAuthnGet }>()(
    'POST',
    `${CONFIRMATIONS}/passkey/options`,
  ),
  confirmByPasskey: endpoint<void, WebAuthnAssertion, AuthResponse>()('POST', `${CONFIRMATIONS}/passkey`, {
    tokens: true,
  }),
}
