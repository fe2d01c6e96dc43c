import { endpoint } from '../endpoint.ts'

export const memberImpersonation = {
  /** A token for the impersonation call, good for one minute; needs `fe.secure.write.impersonation`. */
  startImpersonation: endpoint<void, void, { actorToken: string }>()(
    'POST',
    '/identity/resources/fe/v1/members/{userId}/impersonation',
  ),
  /** Ends the impersonation of this browser; `isRestored` when the session it was started from is back. */
  stopImpersonation: endpoint<void, void, { isRestored: boolean }>()(
    'POST',
    '/identity/resources/fe/v1/impersonation/stop',
    { noToken: true, cookies: true },
  ),
}
