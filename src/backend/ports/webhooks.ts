export interface WebhookRequest {
  url: string
  /** Each secret signs; there are two while a rotated secret is still valid, the newest first. */
  secrets: readonly string[]
  /** The same for every attempt, so that receivers recognize a repetition. */
  id: string
  body: string
}

/** One request to a receiver and its response. */
export interface WebhookExchange {
  requestHeaders: Readonly<Record<string, string>>
  /** `0` when no response arrived. */
  statusCode: number
  responseHeaders: Readonly<Record<string, string>>
  responseBody: string
  /** The reason why no response arrived. */
  error: string | null
  durationMs: number
}

/** Sends to URLs that users entered. Redirects are not followed. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookExchange>
  /** Returns why nothing may be sent to this URL, in the form in which it was entered; `undefined` if it is allowed. */
  problem(url: string): Promise<string | undefined>
}

export interface DueLane {
  lane: string
  /** The lane with the lowest value runs first. */
  order: number
}

/** Distributes lanes among the workers of all processes. A lane may run twice, and two workers may run it at once. */
export interface LaneQueue {
  start(run: (lane: string) => Promise<void>): Promise<void>
  /** Lanes that are already waiting are not added again. */
  add(lanes: readonly DueLane[]): Promise<void>
  /** Whether it accepts lanes: not before it has started, and not after accepting has failed for a while. */
  isRunning(): boolean
  /** Waits for running lanes. */
  stop(): Promise<void>
}
