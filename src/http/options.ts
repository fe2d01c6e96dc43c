import type { AnyEndpoint } from '../contract/endpoint.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { MissingProof } from '../rules/missing-proof.ts'

export interface StepUpChallenge {
  /** Maximum age in seconds. */
  maxAge?: number
  acrValues?: string
  /** Set instead when an identity provider signed the user in, and the call needs a proof of the user's own. */
  missing?: MissingProof
}

/** A call that the API refused until a factor is proven. */
export interface StepUpRequest {
  challenge: StepUpChallenge
  endpoint: AnyEndpoint
  /** Aborts when the caller no longer needs the call. */
  signal?: AbortSignal | undefined
}

/** Asks the user for a factor; resolves to `true` when it is proven and the call can be repeated. */
export interface StepUpPrompt {
  (request: StepUpRequest): Promise<boolean>
  /** Returns the challenge for a refusal without one that a proof of the user nevertheless lifts. */
  challengeOf?(refusal: unknown, endpoint: AnyEndpoint): StepUpChallenge | undefined
}

type RefreshOutcome = 'refreshed' | 'signed-out' | 'unavailable'

/** The session for `http/`; `app/` connects the two. */
export interface TokenSource {
  getToken(): Promise<string | undefined>
  /** Reports that the API refused `usedToken`; resolves to whether a second attempt makes sense. */
  refreshRejected(usedToken: string, signal?: AbortSignal): Promise<RefreshOutcome>
  /** Called when the API requires a recent multi-factor sign-in (RFC 9470). */
  stepUpRequired(challenge: StepUpChallenge): void
  /** Returns the prompt for a factor within the page; `stepUpRequired` is then not called. */
  stepUpPrompt?(): StepUpPrompt | undefined
}

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
