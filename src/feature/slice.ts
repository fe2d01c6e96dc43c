import type { Client } from '../contract/client.ts'
import type { EndpointTable } from '../contract/endpoint.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { PageFacts } from './page-facts.ts'
import type { HostEvents, HostedPort, Navigator, SessionPort } from './ports.ts'

export type { KeyValue }

/** Dependencies of a feature from the app it runs in. */
export interface FeatureDeps {
  client<const Tables extends Readonly<Record<string, EndpointTable>>>(tables: Tables): Client<Tables>
  session: SessionPort
  clock: Clock
  log: Logger
  events: HostEvents
  navigator: Navigator
  local: KeyValue
  /** Returns redirect-based login; its code loads on the first call. @default none */
  hosted?(): Promise<HostedPort>
  /** Returns public policy, vendor, flags and routes, as loaded at start-up. */
  settings(): import('./settings.ts').AppSettings
}

export interface SliceContext<Own> {
  /** Replaces the state with the result of `change`; returning the same reference changes nothing. */
  set(change: (state: Own) => Own): void
  get(): Own
  deps: FeatureDeps
  /** Declared facts of the page that this slice belongs to; none for a flow or a part. */
  page?: PageFacts
}

/** Async actions of one feature over its own branch of the store. */
export type Slice<Own, Actions> = (context: SliceContext<Own>) => Actions
