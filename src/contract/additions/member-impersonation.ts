import { endpoint } from '../endpoint.ts'

export const memberImpersonation = {
  /** Returns a token for the impersonation call, valid for one minute; needs `fe.secure.write.impersonation`. */
  startImpersonation: endpoint<void, void, { actorToken: string }>()(
    'POST',
    '/identity/resources/fe/v1/members/{userId}/impersonation',
  ),
  /** Ends the impersonation in this browser; `isRestored` is true when the original session is active again. */
  stopImpersonation: endpoint<void, void, { isRestored: boolean }>()(
    'POST',
    '/identity/resources/fe/v1/impersonation/stop',
    { noToken: true, cookies: true },
  ),
}
