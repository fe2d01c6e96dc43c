import type { AppStore } from '../feature/app-state.ts'
import type { FeatureRuntime } from '../feature/feature-runtime.ts'
import type { HostedPort } from '../feature/hosted-port.ts'
import type { HostEvents, SessionPort } from '../feature/ports.ts'
import type { RequestSource } from '../http/options.ts'
import type { TokenSource } from '../http/token-source.ts'
import type { Translator } from '../i18n/create-translator.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { AccountEntrySlot } from './account-entry-slot.ts'
import type { BaseUrl } from './base-url.ts'
import type { EntitlementService } from './entitlements/service.ts'
import type { AppNavigator } from './navigator.ts'
import type { InitOptions } from './options.ts'
import type { StepUpSlot } from './step-up-slot.ts'

/** What one element draws with; `dispose` ends its waits. */
export interface RuntimeHandle {
  runtime: FeatureRuntime
  dispose(): void
}

export interface RuntimeOptions {
  /** Where `fe-*` events are dispatched. */
  target: EventTarget
  source: RequestSource
  /** Branches go back to their initial value when another user is signed in. */
  resetOnUserChange?: boolean
}

/** Everything that one `init` owns. */
export interface App {
  readonly name: string
  readonly baseUrl: BaseUrl | undefined
  readonly options: InitOptions
  readonly store: AppStore
  /** Raised on the first element that is mounted. */
  readonly events: HostEvents
  readonly session: SessionPort & Pick<TokenSource, 'getToken' | 'stepUpRequired'>
  /** `undefined` until they are enabled, or asked for, and their code is here. */
  entitlements(): EntitlementService | undefined
  whenEntitlements(): Promise<EntitlementService>
  /** Redirect-based login; rejects where it is not on. */
  hosted(): Promise<HostedPort>
  readonly stepUp: StepUpSlot
  readonly accountEntry: AccountEntrySlot
  readonly navigator: AppNavigator
  readonly local: KeyValue
  readonly clock: Clock
  readonly log: Logger
  /** Texts in force; replaced when metadata brings localisations. */
  translator(): Translator
  /** Start-up is running, and the page body shows it. */
  isStarting(): boolean
  /** Settles when start-up is over, however its calls ended. */
  readonly ready: Promise<void>
  createRuntime(options: RuntimeOptions): RuntimeHandle
  setTheme(themeOptions: unknown): void
  /** Keeps an app that elements created alive; the last release disposes it. */
  hold(): () => void
  dispose(): void
}
