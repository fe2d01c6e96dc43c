import type { Client } from '../contract/client.ts'
import type { EndpointTable } from '../contract/endpoint.ts'
import type { AuthResponse, Me, Tenant } from '../entities/auth.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { PageDefinition } from './define-page.ts'
import type { HostedPort } from './hosted-port.ts'

/** What a feature may ask of the session; `app/` fills it. */
export interface SessionPort {
  /** Stores the tokens of a response and loads user and tenants; MFA responses clear them instead. */
  accept(response: AuthResponse): Promise<SessionUser | undefined>
  /** A fresh token through the refresh cookie; `undefined` when there is no session. */
  refresh(): Promise<SessionUser | undefined>
  /** `returnTo`: where hosted login leads afterwards. */
  logout(returnTo?: string): Promise<void>
  switchTenant(tenantId: string): Promise<void>
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

export interface Navigator {
  /** Leaves for a URL that has been judged safe by the caller's flow. */
  go(url: string, options?: { replace?: boolean; preserveQuery?: boolean }): void
  /** The current page URL. */
  location(): URL
}

export type { KeyValue }

/** Everything one feature gets from the app it runs in. */
export interface FeatureDeps {
  client<const Tables extends Readonly<Record<string, EndpointTable>>>(tables: Tables): Client<Tables>
  session: SessionPort
  clock: Clock
  log: Logger
  events: HostEvents
  navigator: Navigator
  local: KeyValue
  /** Redirect-based login; its code arrives when it is first asked for. @default none */
  hosted?(): Promise<HostedPort>
  /** Public policy, vendor, flags and routes, as loaded at start-up. */
  settings(): import('./settings.ts').AppSettings
}

export interface SliceContext<Own> {
  /** Replaces the state with what `change` returns; the same reference changes nothing. */
  set(change: (state: Own) => Own): void
  get(): Own
  deps: FeatureDeps
  /** What the page that this slice belongs to declares of itself; none for a flow or a part. */
  page?: PageDefinition
}

/** Async actions of one feature over its own branch of the store. */
export type Slice<Own, Actions> = (context: SliceContext<Own>) => Actions
