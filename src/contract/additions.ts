import type { Ignored } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

/**
 * Calls the wire lacks. They live under `/identity/resources/fe/v1/`, outside the comparison with the wire's list;
 * a control that needs one is hidden when the backend answers 404.
 */
export const additions = {
  /** Lifts the lock that too many wrong passwords set. */
  unlockMember: endpoint<void, void, Ignored>()('POST', '/identity/resources/fe/v1/members/{userId}/unlock'),
}
