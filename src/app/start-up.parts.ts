import type { Send } from '../contract/client.ts'
import type { AppStore } from '../feature/app-state.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { InitOptions } from './options.ts'

export interface StartUpParts {
  send: Send
  store: AppStore
  clock: Clock
  log: Logger
  options: InitOptions
  signal: AbortSignal
  /** Returns whether a script that is added to the page could read the token of a link. @default false */
  isLinkExposed?(): boolean
  /** Runs the refresh that determines who is signed in; the user is loaded once `flags` has settled. */
  startSession(flags: Promise<unknown>): Promise<unknown>
}
