import type { Send } from '../contract/client.ts'
import type { AppStore } from '../feature/app-state.ts'
import type { FeatureRuntime } from '../feature/feature-runtime.ts'
import type { HostEvents, HostedPort, SessionPort } from '../feature/ports.ts'
import type { HttpOptions, RequestSource, StepUpPrompt, TokenSource } from '../http/options.ts'
import type { Translator } from '../i18n/create-translator.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { KeyValue } from '../kernel/storage.ts'
import type { EntryPrompt } from '../rules/account-entry.ts'
import type { BaseUrl } from './base-url.ts'
import type { EntitlementService } from './entitlements/service.ts'
import type { AppNavigator } from './navigator.ts'
import type { InitOptions } from './options.ts'

/** Parts of the app that start-up needs. */
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

/** Parts of the app that talking to the API needs. */
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

/** Options of every transport of one app. */
export type HttpBase = Omit<HttpOptions, 'requestSource'>

/**
 * While the portal is open, it provides a prompt, so that a refused call waits for the proof instead of leaving the
 * page.
 */
export interface StepUpSlot {
  prompt?: StepUpPrompt | undefined
}

/** While the portal is open, it provides a prompt over the page for the proof that another account requires. */
export interface AccountEntrySlot {
  prompt?: EntryPrompt | undefined
}

/** Runtime of one element; `dispose` cancels its pending work. */
export interface RuntimeHandle {
  runtime: FeatureRuntime
  dispose(): void
}

/** The runtime of an element that exists. */
export interface ElementRuntime extends RuntimeHandle {
  target: EventTarget
  resetOnUserChange: boolean
}

/** The elements that exist, including those in shadow roots, which a query of the document doesn't find. */
export interface ElementSlot {
  readonly all: Set<ElementRuntime>
  /** Runs when an element is rendered or removed. */
  onChange?: () => void
}

export interface RuntimeOptions {
  /** Dispatches `fe-*` events. */
  target: EventTarget
  source: RequestSource
  /** Resets the branches to their initial value when another user signs in. */
  resetOnUserChange?: boolean
}

/** Everything that one `init` call owns. */
export interface App {
  readonly name: string
  readonly baseUrl: BaseUrl | undefined
  readonly options: InitOptions
  readonly store: AppStore
  /** Dispatches events on the first mounted element. */
  readonly events: HostEvents
  readonly session: SessionPort & Pick<TokenSource, 'getToken' | 'stepUpRequired'>
  /** Returns `undefined` until entitlements are enabled or requested and their code has loaded. */
  entitlements(): EntitlementService | undefined
  whenEntitlements(): Promise<EntitlementService>
  /** Returns redirect-based login; rejects when it is not enabled. */
  hosted(): Promise<HostedPort>
  readonly stepUp: StepUpSlot
  readonly accountEntry: AccountEntrySlot
  readonly elements: ElementSlot
  readonly navigator: AppNavigator
  readonly local: KeyValue
  readonly clock: Clock
  readonly log: Logger
  /** Returns the translator in use; replaced when metadata brings localizations. */
  translator(): Translator
  /** Whether start-up is running, and the page body shows it. */
  isStarting(): boolean
  /** Settles when start-up is complete, whether its calls succeeded or failed. */
  readonly ready: Promise<void>
  createRuntime(options: RuntimeOptions): RuntimeHandle
  setTheme(themeOptions: unknown): void
  /** Keeps an app that elements created alive; the last release disposes it. */
  hold(): () => void
  dispose(): void
}
