import type { SessionPort, SessionSnapshot } from '../feature/ports.ts'
import type { StepUpChallenge, TokenSource } from '../http/options.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { EntryPrompt } from '../rules/account-entry.ts'
import type { SessionClient } from './load-user.ts'
import type { Channel } from './tab-channel.ts'
import type { Locks } from './tab-lock.ts'
import type { Claims, SessionResponse } from './token.ts'
import type { WakeEvents } from './wake.ts'

export type StartWay = 'ask' | 'signed-out' | 'wait'

/** Source of tokens other than the refresh cookie: hosted login. */
export interface TokenGrants {
  renew(
    given: { tenantId: string | null; former: { refreshToken?: string; idToken?: string } },
    signal: AbortSignal,
  ): Promise<SessionResponse>
  /**
   * Ends the session at the server. With `returnTo` (empty for the default URL), it may leave the page and never
   * settle, after calling `sent`; without it, it repeats a logout that could not be sent earlier. `idToken` identifies
   * the session.
   */
  end(returnTo: string | undefined, sent: () => void, idToken?: string): Promise<unknown>
}

export interface SessionDeps {
  client: SessionClient
  clock: Clock
  log: Logger
  /** Distinguishes the sessions of one origin: base URL, client ID and app name belong in it. */
  name: string
  local: KeyValue
  /** Storage of this tab only. */
  tab: KeyValue
  locks?: Locks
  channelFactory?: (name: string) => Channel
  wakeEvents?: WakeEvents
  /** Default true; `false` stops the timer, while refreshing on demand continues. */
  keepSessionAlive?: boolean
  enableSessionPerTenant?: boolean
  isFlagOn?(flag: string): boolean
  /** Loads the entitlements; never rejects. */
  loadEntitlements?(claims: Claims): Promise<unknown>
  grants?: TokenGrants
  /**
   * Selects what `start` does. `wait` means that a provider's response is being processed, which decides it. @default
   * 'ask'
   */
  startWith?(): StartWay | Promise<StartWay>
  onStepUpRequired?(challenge: StepUpChallenge): void
  /** Returns the prompt for the proof that another account requires before the user enters it. */
  entryPrompt?(): EntryPrompt | undefined
  /** Returns a number in [0, 1); `Math.random` by default. */
  random?(): number
}

export interface Session extends SessionPort, TokenSource {
  /** Runs the first refresh; settles when it is known whether a user is signed in. The user is loaded after `flags`. */
  start(flags?: Promise<unknown>): Promise<SessionSnapshot>
  subscribe(listener: (snapshot: SessionSnapshot) => void): () => void
  /** Stores entitlements that arrived outside a sign-in. */
  keepEntitlements(entitlements: unknown): void
  /** Removes every listener, timer, channel, lock and request. */
  dispose(): void
}
