export interface WebhookRequest {
  url: string
  /** Each signs; two while a rotated secret is still valid, the newest first. */
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
  /** Why no response arrived. */
  error: string | null
  durationMs: number
}

/** Sends to URLs that users typed in. Redirects are not followed. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookExchange>
  /** Why nothing may be sent to this URL, as it was typed; `undefined` when it may. */
  problem(url: string): Promise<string | undefined>
}

export interface DueLane {
  lane: string
  /** The lowest of all that wait runs first. */
  order: number
}

/** Distributes lanes among the workers of all processes; a lane may be run twice, and by two at once. */
export interface LaneQueue {
  start(run: (lane: string) => Promise<void>): Promise<void>
  /** Lanes that wait already are not added again. */
  add(lanes: readonly DueLane[]): Promise<void>
  /** Whether it takes lanes: not before its start, and not after it has failed to for a while. */
  isRunning(): boolean
  /** Waits for lanes under way. */
  stop(): Promise<void>
}
