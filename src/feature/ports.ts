import type { AuthResponse, Me, Tenant } from '../entities/auth.ts'

/** The session for features; `app/` supplies it. */
export interface SessionPort {
  /** Stores the tokens of a response and loads the user and tenants; MFA responses clear them instead. */
  accept(response: AuthResponse): Promise<SessionUser | undefined>
  /** Gets a new token with the refresh cookie; resolves to `undefined` when there is no session. */
  refresh(): Promise<SessionUser | undefined>
  /**
   * Ends the session here at once, then at the API. `returnTo` is the URL that hosted login redirects to afterwards;
   * `first` is a call that still needs the session at the API.
   */
  logout(returnTo?: string, first?: Promise<unknown>): Promise<void>
  switchTenant(tenantId: string): Promise<void>
  /**
   * Makes a call that ends this session at the API and gives the browser another one, which it then uses. No tab
   * requests a token meanwhile: the API would refuse it, and the tab would sign the user out. The call itself must
   * therefore need no token (`noToken`).
   */
  replace(call: () => Promise<unknown>): Promise<SessionUser | undefined>
  current(): SessionSnapshot
}

export interface SessionUser extends Partial<Me> {
  id: string
  email: string
  accessToken: string
  /** Response of the entitlements endpoint; `undefined` when it has not loaded. */
  entitlements?: unknown
}

export interface SessionSnapshot {
  status: 'loading' | 'signed-out' | 'signed-in'
  user?: SessionUser
  tenants: readonly Tenant[]
  activeTenant?: Tenant
  /** Reason why the session of a returning user couldn't be continued, unless it has ended. */
  failure?: unknown
}

/** Events that a feature may dispatch on its element; `before` events can be canceled. */
export interface HostEvents {
  /** Returns `false` when a listener called `preventDefault()`; the action must then not happen. */
  before(name: string, detail: unknown): boolean
  after(name: string, detail: unknown): void
}

/**
 * One-time values of the link that opened the page, such as the token of an emailed link. They are no longer in the
 * URL.
 */
export interface LinkTokens {
  /** Returns the values that the route of this URL may read, as names and values. */
  read(url: URL): readonly (readonly [name: string, value: string])[]
  /** Deletes the values after they were used or refused. */
  forget(): void
  /**
   * Deletes the values at the next reload only: they were refused, but this page's later requests still depend on them.
   */
  forgetOnReload(): void
  /** Takes an invitation out of a URL that is not an auth route, for a login box that the page placed there. */
  takeForBox(): void
  /** Keeps the values for another route that this tab is leaving for, as far as that route may read them. */
  carry(target: URL): void
  /** Returns whether scripts of this page can still read the values from the browser's navigation record. */
  isExposed(): boolean
  /** Reloads the page, without the values in its URL, if scripts could read them otherwise. */
  reloadIfExposed(): boolean
}

export interface Navigator {
  /** Navigates to a URL that the caller's flow has checked for safety. */
  go(url: string, options?: { replace?: boolean; preserveQuery?: boolean }): void
  /**
   * Navigates after a delay in which the page shows what happened, even if the host removes the element meanwhile,
   * unless the host then navigates by itself. While one departure is pending, another one waits for it and changes
   * nothing.
   */
  goLater(url: string, delayMs: number): Promise<void>
  /** Returns the URL of the current page. */
  location(): URL
  /**
   * @default none: the values of a link are in its URL
   */
  linkTokens?: LinkTokens
}

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
