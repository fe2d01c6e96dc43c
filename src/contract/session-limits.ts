import { ours } from './endpoint.ts'

/** Remaining time of the caller's session under its tenant's policy; a field is absent when there is no such limit. */
export interface SessionLimits {
  /** Seconds without activity after which the session ends. */
  idleTimeout?: number
  /** Seconds left until the idle timeout. */
  idleLeft?: number
  /** Seconds left until the user must sign in again. */
  absoluteLeft?: number
}

export const sessionLimits = {
  /** Reports that the user is active, so that the session does not end because of inactivity. */
  keepSession: ours<void, { active: boolean }, SessionLimits>()('POST', '/me/session'),
}
