import type { Guaranteed, GuaranteedKind, Interruption } from '../../entities/guarantee.ts'
import { endpoint } from '../endpoint.ts'

const GUARANTEES = '/identity/resources/fe/v1/guarantees'

/** Guarantors of what remains in an account after its creator has left or lost permissions. */
export const guarantees = {
  /** Lists what some members vouch for; `userId` has up to 100 IDs, separated by commas. */
  listGuaranteed: endpoint<{ userId: string }, void, Guaranteed[]>()('GET', GUARANTEES),
  /**
   * Lists what no longer does everything because of its guarantor, or stops soon because their access ends: first what
   * has begun, then by date. Contains the kinds that the caller may confirm, by kind, reason and guarantor.
   */
  listInterruptions: endpoint<void, void, { interruptions: Interruption[] }>()('GET', `${GUARANTEES}/interruptions`),
  /** Makes the caller the guarantor of one thing, which from then on may do at most what the caller may do. */
  confirmGuaranteed: endpoint<void, { kind: GuaranteedKind; id: string }, void>()(
    'POST',
    `${GUARANTEES}/confirmations`,
  ),
  /**
   * Makes the caller the guarantor of what a member vouches for, of the given kinds or of all, as far as the caller's
   * permissions allow; returns the rest.
   */
  succeedGuarantor: endpoint<void, { userId: string; kinds?: GuaranteedKind[] }, Guaranteed[]>()(
    'POST',
    `${GUARANTEES}/successions`,
  ),
}
