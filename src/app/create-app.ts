import { createStore } from 'zustand/vanilla'
import { type AppState, type AppStore, withSettings } from '../feature/app-state.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import { followPreferences, readPreferences } from '../feature/preferences.ts'
import type { AppSettings } from '../feature/settings.ts'
import { type Clock, systemClock, wait } from '../kernel/clock.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import { createMemoryStorage, createStorage } from '../kernel/storage.ts'
import type { AccountEntrySlot, App, ElementSlot, StepUpSlot } from './app.ts'
import { isPreview, readBaseUrl } from './base-url.ts'
import { markBodyLoading } from './body-loading.ts'
import { hasUnreadOptions } from './check-options.ts'
import { createHostEvents } from './host-events.ts'
import { initialSettings } from './initial-settings.ts'
import { connectLazily } from './lazy-connection.ts'
import { takeLinkTokens } from './link-tokens.ts'
import { createLiveTranslator } from './live-translator.ts'
import { type AppNavigator, createNavigator } from './navigator.ts'
import type { InitOptions } from './options.ts'
import { createRuntimes } from './runtimes.ts'
import { createServedRoute } from './served-route.ts'

export const createAppStore = (settings: AppSettings): AppStore =>
  createStore<AppState>()(() => ({ settings, session: { status: 'loading', tenants: [] }, features: {} }))

export interface AppDeps {
  clock?: Clock
  fetch?: typeof fetch
  /** Route at which preview and renderers stay, in memory. */
  staticRoute?: string
  onDispose?(app: App): void
  /** Returns whether another app of the page is starting. */
  isAnotherStarting?(): boolean
  /** Whether an element created the app, which then is disposed with the last element that uses it. */
  ownedByElements?: boolean
}

const signedOut: SessionSnapshot = { status: 'signed-out', tenants: [] }

const keepSession = (store: AppStore, session: SessionSnapshot) => store.setState({ session })

/** Counts the users of an app; `onLast` runs once the last one is gone, unless an element only moved. */
const createHolds = (onLast: () => void) => {
  let holders = 0
  return () => {
    holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      holders -= 1
      queueMicrotask(() => {
        if (holders === 0) onLast()
      })
    }
  }
}

/** Logs advice on the options. It is optional, so a chunk that fails to load is ignored. */
const advise = (options: InitOptions, log: Logger) =>
  loadChunk(() => import('./option-advice.ts'))
    .then(({ adviseOnOptions }) => adviseOnOptions(options, log))
    .catch(() => {})

/** Creates the navigator. A host with a login box of its own reads its links itself. */
const openNavigator = (
  { options, store, clock }: { options: InitOptions; store: AppStore; clock: Clock },
  staticRoute: string | undefined,
): AppNavigator => {
  const settings = () => store.getState().settings
  const isBoxOurs = staticRoute === undefined && !options.customLoginBox
  return createNavigator({
    onRedirectTo: options.onRedirectTo,
    staticRoute,
    settings,
    linkTokens: isBoxOurs ? takeLinkTokens({ settings, page: window }) : undefined,
    servedRoute: options.urlStrategy ? undefined : createServedRoute(store, window),
    clock,
    page: window,
  })
}

/** Creates everything that belongs to the app; nothing starts yet. Each part gets those before it. */
const createParts = (options: InitOptions, name: string, deps: AppDeps, signal: AbortSignal) => {
  const preview = isPreview(options)
  const clock = deps.clock ?? systemClock
  const log = createLogger(options.contextOptions?.logLevel)
  const local = preview ? createMemoryStorage() : createStorage('local')
  const store = createAppStore({ ...initialSettings(options, log), preferences: readPreferences(local) })
  const navigator = openNavigator(
    { options, store, clock },
    deps.staticRoute ?? (preview ? window.location.href : undefined),
  )
  const translator = createLiveTranslator(options, store, log)
  const elements: ElementSlot = { all: new Set() }
  const eventsOn = (target: () => EventTarget | undefined) => createHostEvents(target, options.events, log)
  const events = eventsOn(() => [...elements.all][0]?.target)
  const stepUp: StepUpSlot = {}
  const accountEntry: AccountEntrySlot = {}
  const base = { name, options, clock, log, local, store, navigator, events, stepUp, accountEntry, elements }
  const connection = connectLazily({ ...base, fetch: deps.fetch }, signal)
  const { session, hosted, sendFor } = connection
  const runtimes = createRuntimes({
    store,
    elements,
    deps: { session, clock, log, navigator, local, hosted },
    translator,
    sendFor,
    eventsOn: (target) => eventsOn(() => target),
  })
  return { ...base, connection, translator, runtimes }
}

type Parts = ReturnType<typeof createParts>

/** Keeps the session in the store up to date; another user's data is removed from the portal at once. */
const followSession = ({ store, events, runtimes, connection }: Parts) =>
  connection.session.subscribe((snapshot) => {
    const before = store.getState().session.user?.id
    keepSession(store, snapshot)
    if (!before || before === snapshot.user?.id) return
    runtimes.resetForNewUser()
    if (snapshot.status === 'signed-out') events.after('sign-out', {})
  })

/** If the host prevents the page from unloading, the app continues after this time. */
const RELOAD_MS = 5_000

/** Reloads the page if other scripts could read the token of its link; nothing starts before that. */
const leaveIfExposed = ({ navigator, store, clock }: Parts, signal: AbortSignal): Promise<void> | undefined => {
  if (!navigator.linkTokens?.reloadIfExposed()) return undefined
  store.setState(withSettings({ isLeaving: true }))
  return wait(clock, RELOAD_MS, signal).then(() => store.setState(withSettings({ isLeaving: false })))
}

const start = (parts: Parts, signal: AbortSignal): Promise<void> => {
  const { options, store, log, connection } = parts
  // A builder previews screens, not a user's session.
  if (options.builderMode) keepSession(store, signedOut)
  return (leaveIfExposed(parts, signal)?.then(connection.start) ?? connection.start()).catch((error) => {
    if (signal.aborted) return
    log.error('Start-up failed', error)
    // Shows the form instead of waiting for a session that cannot load; submitting it shows the error.
    if (store.getState().session.status === 'loading') keepSession(store, signedOut)
  })
}

/** Shows the loader, except in preview and for server-rendered hosts. */
const markStart = (options: InitOptions, { isAnotherStarting }: AppDeps) => {
  const isQuiet = isPreview(options) || options.framework === 'nextjs'
  let isOn = !isQuiet
  const { customLoader } = options
  const unmark = isQuiet ? () => {} : markBodyLoading(document, { customLoader, isNeededByOthers: isAnotherStarting })
  return {
    isOn: () => isOn,
    end() {
      isOn = false
      unmark()
    },
  }
}

/** Creates and starts everything that belongs to one `init` call. */
export const createApp = (options: InitOptions, name: string, deps: AppDeps): App => {
  const life = new AbortController()
  const parts = createParts(options, name, deps, life.signal)
  const { connection, translator, runtimes, ...base } = parts
  if (hasUnreadOptions(options)) advise(options, base.log)
  const unfollowSession = followSession(parts)
  const unfollowPreferences = followPreferences(base.store, base.local, window)
  const mark = markStart(options, deps)
  const app: App = {
    ...base,
    baseUrl: readBaseUrl(options),
    session: connection.session,
    entitlements: connection.entitlements,
    whenEntitlements: connection.whenEntitlements,
    hosted: connection.hosted,
    translator,
    isStarting: mark.isOn,
    ready: start(parts, life.signal).finally(mark.end),
    createRuntime: runtimes.create,
    setTheme: (themeOptions) => base.store.setState(withSettings({ theme: safeMerge({}, themeOptions) })),
    hold: createHolds(() => {
      if (deps.ownedByElements) app.dispose()
    }),
    dispose() {
      if (life.signal.aborted) return
      life.abort(new DOMException('The app is gone', 'AbortError'))
      unfollowSession()
      unfollowPreferences()
      mark.end()
      runtimes.dispose()
      connection.session.dispose()
      base.navigator.dispose()
      deps.onDispose?.(app)
    },
  }
  return app
}
