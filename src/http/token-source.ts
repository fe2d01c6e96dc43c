import type { AnyEndpoint } from '../contract/endpoint.ts'

export interface StepUpChallenge {
  /** Seconds. */
  maxAge?: number
  acrValues?: string
}

/** A call that the API refused until a factor is proven. */
export interface StepUpRequest {
  challenge: StepUpChallenge
  endpoint: AnyEndpoint
  /** Aborts when the caller no longer needs the call. */
  signal?: AbortSignal | undefined
}

/** Has the user prove a factor; `true`: it is proven, and the call can be repeated. */
export type StepUpPrompt = (request: StepUpRequest) => Promise<boolean>

type RefreshOutcome = 'refreshed' | 'signed-out' | 'unavailable'

/** What `http/` asks of the session; `app/` connects the two. */
export interface TokenSource {
  getToken(): Promise<string | undefined>
  /** The API refused `usedToken`; the response says whether a second try makes sense. */
  refreshRejected(usedToken: string, signal?: AbortSignal): Promise<RefreshOutcome>
  /** The API wants a fresh multi-factor sign-in (RFC 9470). */
  stepUpRequired(challenge: StepUpChallenge): void
  /** Where the user can prove a factor without leaving the page; `stepUpRequired` is then not called. */
  stepUpPrompt?(): StepUpPrompt | undefined
}
