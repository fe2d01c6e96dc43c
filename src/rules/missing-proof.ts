import { codeOf } from './error-code.ts'

/**
 * Codes of refusals that end once a user whom only an identity provider signed in proves a password or passkey of their
 * own:
 *
 * - `rights-withheld`: the session doesn't have permissions, or the rank, that its user has.
 * - `own-voucher-required`: the session may not create a connection of single sign-on, or change who vouches for one or for an
 *   API token.
 */
const MISSING_PROOFS = ['rights-withheld', 'own-voucher-required'] as const

export type MissingProof = (typeof MISSING_PROOFS)[number]

export const missingProofOf = (error: unknown): MissingProof | undefined => {
  const code = codeOf(error)
  return MISSING_PROOFS.find((known) => known === code)
}
