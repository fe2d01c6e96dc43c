import { isRecord } from '../kernel/safe-json.ts'
import { SSO_REQUIRED } from './sso-sign-in.ts'

/**
 * Members of a refusal's body: the session may not enter the account as it is, and stays in its current account.
 *
 * - `own-proof-required`: an identity provider that the account doesn't trust signed the user in, who must give a proof
 *   of their own.
 * - `session-over`: the session is older, or was idle for longer, than the account allows, or newer sessions replaced
 *   it.
 */
export const OWN_PROOF_REQUIRED = { reason: 'own-proof-required' } as const
export const SESSION_OVER = { reason: 'session-over' } as const

/** Reason why a session may not enter an account until its user acts on it. */
export type EntryReason = (typeof OWN_PROOF_REQUIRED | typeof SESSION_OVER | typeof SSO_REQUIRED)['reason']

const REASONS: readonly EntryReason[] = [OWN_PROOF_REQUIRED.reason, SESSION_OVER.reason, SSO_REQUIRED.reason]

export const entryReasonOf = (body: unknown): EntryReason | undefined =>
  isRecord(body) ? REASONS.find((reason) => reason === body.reason) : undefined

/** An account that refused the session until its user proves what it requires. */
interface EntryRequest {
  tenantId: string
  reason: EntryReason
}

/** Asks the user for the proof; resolves to `true` when it is given and the account can be entered. */
export type EntryPrompt = (request: EntryRequest) => Promise<boolean>
