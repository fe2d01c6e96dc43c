import type { Guaranteed, GuaranteedKind } from '../../entities/guarantee.ts'
import { endpoint } from '../endpoint.ts'

const GUARANTEES = '/identity/resources/fe/v1/guarantees'

/** Who vouches for what lasts in an account after its maker has left or lost rights. */
export const guarantees = {
  /** Lists what some members vouch for; `userId` has up to 100 ids, separated by commas. */
  listGuaranteed: endpoint<{ userId: string }, void, Guaranteed[]>()('GET', GUARANTEES),
  /** Makes the caller the guarantor of one thing, which may do at most what the caller may do from then on. */
  confirmGuaranteed: endpoint<void, { kind: GuaranteedKind; id: string }, void>()(
    'POST',
    `${GUARANTEES}/confirmations`,
  ),
  /**
   * Makes the caller the guarantor of what a member vouches for, of the given kinds or of all, as far as the caller may;
   * returns what remains of them.
   */
  succeedGuarantor: endpoint<void, { userId: string; kinds?: GuaranteedKind[] }, Guaranteed[]>()(
    'POST',
    `${GUARANTEES}/successions`,
  ),
}
