import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { TokenSource } from './token-source.ts'

export type RequestSource = 'login-box' | 'admin-portal'
type Framework = 'nextjs' | 'react' | 'angular' | 'vuejs' | 'flutter' | 'ios' | 'android' | 'vanillajs'
export type Pairs = readonly { key: string; value: string }[]

export interface HttpOptions {
  /** The API, or the API for one path. */
  baseUrl: string | ((path: string) => string)
  /** Added to the base once; `''` turns it off. Default `frontegg`. */
  urlPrefix?: string
  /** Default `include`. */
  requestCredentials?: RequestCredentials
  fetch?: typeof fetch
  clock: Clock
  log: Logger
  tokens: TokenSource
  requestSource?(): RequestSource | undefined
  /** The page's `tenantId` query parameter. */
  scopedTenant?(): string | undefined
  loginAlias?(): Promise<string | undefined>
  metadataHeaders?: { framework?: Framework; fronteggSdkVersion?: string }
  additionalHeadersResolver?(): Pairs | Promise<Pairs>
  additionalQueryParamsResolver?(): Pairs | Promise<Pairs>
  /** Leaves the page for a judged URL. */
  redirect(url: string): void
  /** Saves a file; a link is clicked by default. */
  download?(file: Blob, name: string): void
  /** The URL of the page. */
  pageUrl?(): URL
  /** When given, a 302 may lead to no other foreign origins. */
  expectedRedirectOrigins?: readonly string[]
}
