import type { AuthResponse } from '../../entities/auth.ts'
import type { WebAuthnAssertion, WebAuthnGet } from '../../entities/mfa.ts'
import { endpoint } from '../endpoint.ts'

const CONFIRMATIONS = '/identity/resources/fe/v1/me/confirmations'

/** How a signed-in user can confirm that it's them; `sign-in`: only by signing in again. */
export type ConfirmationWay = 'second-factor' | 'password' | 'passkey' | 'sign-in'

/** Users without a second factor confirm that it's them before what weakens the protection of their account. */
export const confirmations = {
  listConfirmations: endpoint<void, void, { ways: ConfirmationWay[] }>()('GET', CONFIRMATIONS),
  /** Continues the session with tokens that have the time of this proof. */
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
