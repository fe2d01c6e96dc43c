export interface StepUpChallenge {
  /** Seconds. */
  maxAge?: number
  acrValues?: string
}

export type RefreshOutcome = 'refreshed' | 'signed-out' | 'unavailable'

/** What `http/` asks of the session; `app/` connects the two. */
export interface TokenSource {
  getToken(): Promise<string | undefined>
  /** The API refused `usedToken`; the response says whether a second try makes sense. */
  refreshRejected(usedToken: string, signal?: AbortSignal): Promise<RefreshOutcome>
  /** The API wants a fresh multi-factor sign-in (RFC 9470). */
  stepUpRequired(challenge: StepUpChallenge): void
}
