import { endpoint } from '../endpoint.ts'

/** When the caller's session ends, as its tenant's policy says; absent where there is no such limit. */
export interface SessionLimits {
  /** Seconds without activity that end it. */
  idleTimeout?: number
  /** Seconds left until then. */
  idleLeft?: number
  /** Seconds left until the user must sign in again. */
  absoluteLeft?: number
}

export const sessionLimits = {
  /** Reports that the user is active, so that the session does not end for idleness. */
  keepSession: endpoint<void, { active: boolean }, SessionLimits>()('POST', '/identity/resources/fe/v1/me/session'),
}
