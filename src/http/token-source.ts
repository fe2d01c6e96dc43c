import type { AnyEndpoint } from '../contract/endpoint.ts'
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
