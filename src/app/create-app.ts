import { type AppStore, withSettings } from '../feature/app-state.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import { followPreferences, readPreferences } from '../feature/preferences.ts'
import { type Clock, systemClock, wait } from '../kernel/clock.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { createLogger, type Logger } from '../kernel/logger.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import { createMemoryStorage, createStorage } from '../kernel/storage.ts'
import type { AccountEntrySlot } from './account-entry-slot.ts'
import type { App } from './app.ts'
import { isPreview, readBaseUrl } from './base-url.ts'
import { markBodyLoading } from './body-loading.ts'
import { hasUnreadOptions } from './check-options.ts'
import { createHostEvents } from './host-events.ts'
import { initialSettings } from './initial-settings.ts'
import { connectLazily } from './lazy-connection.ts'
import { takeLinkTokens } from './link-tokens.ts'
import { createLiveTranslator } from './live-translator.ts'
import { createNavigator } from './navigator.ts'
import type { InitOptions } from './options.ts'
import { createRuntimes } from './runtimes.ts'
import { createServedRoute } from './served-route.ts'
import type { StepUpSlot } from './step-up-slot.ts'
import { createAppStore } from './store.ts'

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

/** Creates the base that all other parts need. */
const createBase = (options: InitOptions, deps: AppDeps) => {
  const preview = isPreview(options)
  const stepUp: StepUpSlot = {}
  const accountEntry: AccountEntrySlot = {}
  const log = createLogger(options.contextOptions?.logLevel)
  const local = preview ? createMemoryStorage() : createStorage('local')
  const store = createAppStore({ ...initialSettings(options, log), preferences: readPreferences(local) })
  const clock = deps.clock ?? systemClock
  if (hasUnreadOptions(options)) advise(options, log)
  const staticRoute = deps.staticRoute ?? (preview ? window.location.href : undefined)
  const settings = () => store.getState().settings
  // A host with a login box of its own reads its links itself.
  const isBoxOurs = staticRoute === undefined && !options.customLoginBox
  const linkTokens = isBoxOurs ? takeLinkTokens({ settings, page: window }) : undefined
  return {
    options,
    log,
    clock,
    local,
    store,
    stepUp,
    accountEntry,
    navigator: createNavigator({
      onRedirectTo: options.onRedirectTo,
      staticRoute,
      settings,
      linkTokens,
      servedRoute: options.urlStrategy ? undefined : createServedRoute(store, window),
      clock,
      page: window,
    }),
  }
}

type Base = ReturnType<typeof createBase>

const join = (base: Base, name: string, deps: AppDeps, signal: AbortSignal) => {
  const { options, log, clock, local, store, navigator } = base
  const eventsOn = (target: () => EventTarget | undefined) => createHostEvents(target, options.events, log)
  const events = eventsOn(() => runtimes.firstTarget())
  const connection = connectLazily({ ...base, name, events, fetch: deps.fetch }, signal)
  const { session, sendFor } = connection
  const translator = createLiveTranslator(options, store, log)
  const runtimes = createRuntimes({
    store,
    deps: { session, clock, log, navigator, local, hosted: connection.hosted },
    translator,
    sendFor,
    eventsOn: (target) => eventsOn(() => target),
  })
  return { ...connection, events, translator, runtimes }
}

type Joined = ReturnType<typeof join>

/** Keeps the session in the store up to date; another user's data is removed from the portal at once. */
const follow = ({ store }: Base, { session, events, runtimes }: Joined) =>
  session.subscribe((snapshot) => {
    const before = store.getState().session.user?.id
    keepSession(store, snapshot)
    if (!before || before === snapshot.user?.id) return
    runtimes.resetForNewUser()
    if (snapshot.status === 'signed-out') events.after('sign-out', {})
  })

/** If the host prevents the page from unloading, the app continues after this time. */
const RELOAD_MS = 5_000

/** Reloads the page if other scripts could read the token of its link; nothing starts before that. */
const leaveIfExposed = ({ navigator, store, clock }: Base, signal: AbortSignal): Promise<void> | undefined => {
  if (!navigator.linkTokens?.reloadIfExposed()) return undefined
  store.setState(withSettings({ isLeaving: true }))
  return wait(clock, RELOAD_MS, signal).then(() => store.setState(withSettings({ isLeaving: false })))
}

const start = (base: Base, joined: Joined, signal: AbortSignal, onReady: () => void): Promise<void> => {
  const { options, store, clock, log, navigator } = base
  // A builder previews screens, not a user's session.
  if (options.builderMode) keepSession(store, signedOut)
  const isLinkExposed = () => navigator.linkTokens?.isExposed() ?? false
  const begin = () => joined.start({ store, clock, log, options, signal, isLinkExposed })
  return (leaveIfExposed(base, signal)?.then(begin) ?? begin())
    .catch((error) => {
      if (signal.aborted) return
      log.error('Start-up failed', error)
      // Shows the form instead of waiting for a session that cannot load; submitting it shows the error.
      if (store.getState().session.status === 'loading') keepSession(store, signedOut)
    })
    .finally(onReady)
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
export const createApp = (options: InitOptions, name: string, deps: AppDeps = {}): App => {
  const base = createBase(options, deps)
  const life = new AbortController()
  const joined = join(base, name, deps, life.signal)
  const unfollow = follow(base, joined)
  const unfollowPreferences = followPreferences(base.store, base.local, window)
  const mark = markStart(options, deps)
  const dispose = () => {
    if (life.signal.aborted) return
    life.abort(new DOMException('The app is gone', 'AbortError'))
    unfollow()
    unfollowPreferences()
    mark.end()
    joined.runtimes.dispose()
    joined.session.dispose()
    base.navigator.dispose()
    deps.onDispose?.(app)
  }
  const app: App = {
    ...base,
    name,
    baseUrl: readBaseUrl(options),
    events: joined.events,
    session: joined.session,
    entitlements: joined.entitlements,
    whenEntitlements: joined.whenEntitlements,
    hosted: joined.hosted,
    translator: joined.translator,
    isStarting: mark.isOn,
    ready: start(base, joined, life.signal, mark.end),
    createRuntime: joined.runtimes.create,
    setTheme: (themeOptions) => base.store.setState(withSettings({ theme: safeMerge({}, themeOptions) })),
    hold: createHolds(() => {
      if (deps.ownedByElements) dispose()
    }),
    dispose,
  }
  return app
}
