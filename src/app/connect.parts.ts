import type { AppStore } from '../feature/app-state.ts'
import type { HostEvents } from '../feature/ports.ts'
import type { HttpOptions } from '../http/options.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { AccountEntrySlot } from './account-entry-slot.ts'
import type { AppNavigator } from './navigator.ts'
import type { InitOptions } from './options.ts'
import type { StepUpSlot } from './step-up-slot.ts'

export interface ConnectParts {
  name: string
  options: InitOptions
  clock: Clock
  log: Logger
  local: KeyValue
  navigator: AppNavigator
  events: HostEvents
  store: AppStore
  stepUp: StepUpSlot
  accountEntry: AccountEntrySlot
  fetch?: typeof fetch
}

export type HttpBase = Omit<HttpOptions, 'requestSource'>
