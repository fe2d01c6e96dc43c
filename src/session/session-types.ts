import type { SessionPort, SessionSnapshot } from '../feature/ports.ts'
import type { StepUpChallenge, TokenSource } from '../http/token-source.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { EntryPrompt } from '../rules/account-entry.ts'
import type { SessionClient } from './load-user.ts'
import type { SessionResponse } from './session-response.ts'
import type { Channel } from './tab-channel.ts'
import type { Locks } from './tab-lock.ts'
import type { Claims } from './token.ts'
import type { WakeEvents } from './wake.ts'

export type StartWay = 'ask' | 'signed-out' | 'wait'

/** Where tokens come from when it is not the refresh cookie: hosted login. */
export interface TokenGrants {
  renew(
    given: { tenantId: string | null; former: { refreshToken?: string; idToken?: string } },
    signal: AbortSignal,
  ): Promise<SessionResponse>
  /**
   * Ends the session at the server. With `returnTo` (empty for the usual URL) it may leave the page and never
   * settle, `sent` first; without, it is a logout that could not be sent before. `idToken` proves whose session it is.
   */
  end(returnTo: string | undefined, sent: () => void, idToken?: string): Promise<unknown>
}

export interface SessionDeps {
  client: SessionClient
  clock: Clock
  log: Logger
  /** Distinguishes the sessions of one origin: base URL, client id and app name belong in it. */
  name: string
  local: KeyValue
  /** Of this tab alone. */
  tab: KeyValue
  locks?: Locks
  channelFactory?: (name: string) => Channel
  wakeEvents?: WakeEvents
  /** Default true; `false` stops the timer, refreshing on demand stays. */
  keepSessionAlive?: boolean
  enableSessionPerTenant?: boolean
  isFlagOn?(flag: string): boolean
  /** Never rejects. */
  loadEntitlements?(claims: Claims): Promise<unknown>
  grants?: TokenGrants
  /** What `start` does. `wait`: the response of a provider is being processed, which decides it. @default 'ask' */
  startWith?(): StartWay | Promise<StartWay>
  onStepUpRequired?(challenge: StepUpChallenge): void
  /** Where the user can prove what another account asks for before they enter it. */
  entryPrompt?(): EntryPrompt | undefined
  /** In [0, 1); `Math.random` by default. */
  random?(): number
}

export interface Session extends SessionPort, TokenSource {
  /** The first refresh; settles when it is known whether a user is signed in. The user is loaded after `flags`. */
  start(flags?: Promise<unknown>): Promise<SessionSnapshot>
  subscribe(listener: (snapshot: SessionSnapshot) => void): () => void
  /** Entitlements that came outside a sign-in. */
  keepEntitlements(entitlements: unknown): void
  /** Leaves no listener, timer, channel, lock or request behind. */
  dispose(): void
}
