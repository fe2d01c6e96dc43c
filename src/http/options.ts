import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { TokenSource } from './token-source.ts'

export type RequestSource = 'login-box' | 'admin-portal'
type Framework = 'nextjs' | 'react' | 'angular' | 'vuejs' | 'flutter' | 'ios' | 'android' | 'vanillajs'
export type Pairs = readonly { key: string; value: string }[]

export interface HttpOptions {
  /** URL of the API, or a function that returns it for a path. */
  baseUrl: string | ((path: string) => string)
  /** Prefix that is added to the base once; `''` disables it. Default `frontegg`. */
  urlPrefix?: string
  /** Default `include`. */
  requestCredentials?: RequestCredentials
  fetch?: typeof fetch
  clock: Clock
  log: Logger
  tokens: TokenSource
  requestSource?(): RequestSource | undefined
  /** Returns the page's `tenantId` query parameter. */
  scopedTenant?(): string | undefined
  loginAlias?(): Promise<string | undefined>
  metadataHeaders?: { framework?: Framework; fronteggSdkVersion?: string }
  additionalHeadersResolver?(): Pairs | Promise<Pairs>
  additionalQueryParamsResolver?(): Pairs | Promise<Pairs>
  /** Redirects the page to a validated URL. */
  redirect(url: string): void
  /** Saves a file; by default, by clicking a link. */
  download?(file: Blob, name: string): void
  /** Returns the URL of the page. */
  pageUrl?(): URL
  /** If set, a 302 may redirect to no other foreign origins. */
  expectedRedirectOrigins?: readonly string[]
}
