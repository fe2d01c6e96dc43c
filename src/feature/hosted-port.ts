import type { SessionUser } from './ports.ts'

/** A provider or URL the login page goes to at once . */
export interface LoginDirectAction {
  type: 'social-login' | 'custom-social-login' | 'direct'
  data: string
  additionalQueryParams?: Record<string, string>
}

/** What a redirect login may ask for besides. */
export interface HostedWish {
  /**
   * `login`: asks again, also for a user who is signed in there. `create`: shows sign-up to visitors, where the provider
   * announces that it can (Initiating User Registration via OpenID Connect 1.0); others show sign-in.
   */
  prompt?: 'login' | 'create'
  loginDirectAction?: LoginDirectAction
  /** Alias of the organization to sign in to. */
  organization?: string
  tenantId?: string
  acrValues?: string
  /** Seconds. */
  maxAge?: number
  /** Where to go afterwards. */
  returnTo?: string
}

/** Why a redirect login ended without a session; each is another text for the user. */
export type CallbackFault =
  /** The URL carries no response: the user opened a bookmark or went back. */
  | 'no-response'
  /** The response is malformed: doubled, contradictory, in the fragment. */
  | 'malformed-response'
  /** This browser did not start it, or it was used, replaced or is too old. */
  | 'unknown-flow'
  /** Another provider responded than was asked. */
  | 'other-provider'
  | 'denied'
  | 'provider-error'
  /** The code was refused. */
  | 'refused'
  | 'network'
  /** The tokens are not what they must be. */
  | 'bad-token'

export type CallbackEnd =
  | { kind: 'signed-in'; user: SessionUser; returnTo: string | undefined }
  | { kind: 'failed'; fault: CallbackFault; returnTo: string | undefined }

/** Redirect-based login as a feature sees it; `app/` fills it where it is on. */
export interface HostedPort {
  /** Signs in silently where that is possible and wanted; else leaves for the provider and never settles. */
  login(wish?: HostedWish): Promise<SessionUser>
  /** Ends the sign-in whose response is in the page's URL; the same result however often it is called. */
  finish(): Promise<CallbackEnd>
}
