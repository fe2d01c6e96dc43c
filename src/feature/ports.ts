import type { AuthResponse, Me, Tenant } from '../entities/auth.ts'

/** What a feature may ask of the session; `app/` fills it. */
export interface SessionPort {
  /** Stores the tokens of a response and loads user and tenants; MFA responses clear them instead. */
  accept(response: AuthResponse): Promise<SessionUser | undefined>
  /** A fresh token through the refresh cookie; `undefined` when there is no session. */
  refresh(): Promise<SessionUser | undefined>
  /**
   * Ends the session here at once, then at the API. `returnTo`: where hosted login leads afterwards. `first`: a call that
   * still needs the session at the API.
   */
  logout(returnTo?: string, first?: Promise<unknown>): Promise<void>
  switchTenant(tenantId: string): Promise<void>
  /**
   * Makes a call that ends this session at the API and gives the browser another one, and takes that one. No tab asks for a
   * token meanwhile: the API would refuse it, and the tab would sign the user out. So the call must need none (`noToken`).
   */
  replace(call: () => Promise<unknown>): Promise<SessionUser | undefined>
  current(): SessionSnapshot
}

export interface SessionUser extends Partial<Me> {
  id: string
  email: string
  accessToken: string
  /** As the entitlements endpoint returned them; `undefined` when they are not loaded. */
  entitlements?: unknown
}

export interface SessionSnapshot {
  status: 'loading' | 'signed-out' | 'signed-in'
  user?: SessionUser
  tenants: readonly Tenant[]
  activeTenant?: Tenant
  /** Why the session of a returning user couldn't be continued, unless it has ended. */
  failure?: unknown
}

/** The events a feature may raise on its element; `before` ones can be cancelled. */
export interface HostEvents {
  /** `false` when a listener called `preventDefault()`; the action must then not happen. */
  before(name: string, detail: unknown): boolean
  after(name: string, detail: unknown): void
}

/** One-time values of the link that led here, such as the token of an emailed link. They are no longer in the URL. */
export interface LinkTokens {
  /** The values that the route of this URL may read, as names and values. */
  read(url: URL): readonly (readonly [name: string, value: string])[]
  /** They are used or refused: nothing keeps them any longer. */
  forget(): void
  /** They are refused, but what this page sends is judged with them: only a reload is without them. */
  forgetOnReload(): void
  /** Takes an invitation out of a URL that is no route of ours, for a login box that the page placed there. */
  takeForBox(): void
  /** This tab leaves for another route, which may read what is meant for it. */
  carry(target: URL): void
  /** Whether scripts of this page can still read the values from the record of how the page was loaded. */
  isExposed(): boolean
  /** Loads the page once more, without the values in its URL, if scripts could read them otherwise. */
  reloadIfExposed(): boolean
}

export interface Navigator {
  /** Leaves for a URL that has been judged safe by the caller's flow. */
  go(url: string, options?: { replace?: boolean; preserveQuery?: boolean }): void
  /**
   * The same after a moment that lets the page show what happened, also when the host removes the element meanwhile, unless
   * it then moves on by itself. While one departure is pending, another one waits for it and changes nothing.
   */
  goLater(url: string, delayMs: number): Promise<void>
  /** The current page URL. */
  location(): URL
  /** @default none: what a link carries is in the URL */
  linkTokens?: LinkTokens
}
