import type { SessionUser } from './ports.ts'

/** Provider or URL that the login page redirects to at once. */
export interface LoginDirectAction {
  type: 'social-login' | 'custom-social-login' | 'direct'
  data: string
  additionalQueryParams?: Record<string, string>
}

/** Options of a redirect login. */
export interface HostedWish {
  /**
   * `login` asks for credentials again, even from a signed-in user. `create` shows sign-up if the provider announces
   * that it supports this (Initiating User Registration via OpenID Connect 1.0), else sign-in.
   */
  prompt?: 'login' | 'create'
  loginDirectAction?: LoginDirectAction
  /** Alias of the organization to sign in to. */
  organization?: string
  tenantId?: string
  acrValues?: string
  /** Maximum age of the sign-in, in seconds. */
  maxAge?: number
  /** URL to redirect to afterwards. */
  returnTo?: string
}

/** Reason why a redirect login ended without a session; each has its own text for the user. */
export type CallbackFault =
  /** The URL has no response: the user opened a bookmark or went back. */
  | 'no-response'
  /** The response is malformed: duplicated, contradictory, or in the fragment. */
  | 'malformed-response'
  /** This browser did not start the flow, or it was used, replaced or has expired. */
  | 'unknown-flow'
  /** The response is from a different provider from the one that received the request. */
  | 'other-provider'
  | 'denied'
  | 'provider-error'
  /** The provider refused the code. */
  | 'refused'
  | 'network'
  /** The tokens are invalid. */
  | 'bad-token'

export type CallbackEnd =
  | { kind: 'signed-in'; user: SessionUser; returnTo: string | undefined }
  | { kind: 'failed'; fault: CallbackFault; returnTo: string | undefined }

/** Redirect-based login for features; `app/` supplies it when it is enabled. */
export interface HostedPort {
  /** Signs in silently if possible and allowed; otherwise redirects to the provider and never settles. */
  login(wish?: HostedWish): Promise<SessionUser>
  /** Ends the sign-in whose response is in the page's URL; repeated calls return the same result. */
  finish(): Promise<CallbackEnd>
}
