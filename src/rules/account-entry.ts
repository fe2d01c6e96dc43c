import { isRecord } from '../kernel/safe-json.ts'
import { SSO_REQUIRED } from './sso-required.ts'

/**
 * Members of a refusal's body: the session may not enter the account as it is, and goes on where it is.
 *
 * - `own-proof-required`: an identity provider that the account doesn't trust signed the user in; they prove something of
 *   their own.
 * - `session-over`: the session is older, or was idle for longer, than the account allows, or newer sessions took its place.
 */
export const OWN_PROOF_REQUIRED = { reason: 'own-proof-required' } as const
export const SESSION_OVER = { reason: 'session-over' } as const

/** Why a session may not enter an account before its user does something about it. */
export type EntryReason = (typeof OWN_PROOF_REQUIRED | typeof SESSION_OVER | typeof SSO_REQUIRED)['reason']

const REASONS: readonly EntryReason[] = [OWN_PROOF_REQUIRED.reason, SESSION_OVER.reason, SSO_REQUIRED.reason]

export const entryReasonOf = (body: unknown): EntryReason | undefined =>
  isRecord(body) ? REASONS.find((reason) => reason === body.reason) : undefined

/** An account that refused the session, until its user proves what it asks for. */
export interface EntryRequest {
  tenantId: string
  reason: EntryReason
}

/** Has the user prove it; `true`: it is proven, and the account can be entered. */
export type EntryPrompt = (request: EntryRequest) => Promise<boolean>
