import { createClient } from '../contract/client.ts'
import type { AppState } from '../feature/app-state.ts'
import { createFeatureRuntime } from '../feature/feature-runtime.ts'
import { createTranslator } from '../i18n/create-translator.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import { createLogger } from '../kernel/logger.ts'
import { safeMerge } from '../kernel/safe-merge.ts'
import { createMemoryStorage, createStorage } from '../kernel/storage.ts'
import type { App, RuntimeHandle, RuntimeOptions } from './app.ts'
import { isPreview, readBaseUrl } from './base-url.ts'
import { markBodyLoading } from './body-loading.ts'
import { connect } from './connect.ts'
import { createHostEvents } from './host-events.ts'
import { initialSettings } from './initial-settings.ts'
import { createNavigator } from './navigator.ts'
import type { InitOptions } from './options.ts'
import { startUp } from './start-up.ts'
import { createAppStore } from './store.ts'

export interface AppDeps {
  clock?: Clock
  fetch?: typeof fetch
  /** Preview and renderers stay at this route in memory. */
  staticRoute?: string
  onDispose?(app: App): void
  /** Created by an element: the app goes with the last element that uses it. */
  ownedByElements?: boolean
}

const localizationsOf = (options: InitOptions, state: AppState): unknown =>
  safeMerge(safeMerge({}, state.settings.configuration?.localizations), options.localizations)

const languageOf = (options: InitOptions): unknown => options.language

/** Builds everything of one `init`; nothing is requested before `start`. */
export const createApp = (options: InitOptions, name: string, deps: AppDeps = {}): App => {
  const clock = deps.clock ?? systemClock
  const log = createLogger(options.contextOptions?.logLevel)
  const preview = isPreview(options)
  const local = preview ? createMemoryStorage() : createStorage('local')
  const store = createAppStore(initialSettings(options, log))
  const life = new AbortController()
  const navigator = createNavigator({
    onRedirectTo: options.onRedirectTo,
    staticRoute: deps.staticRoute ?? (preview ? window.location.href : undefined),
    page: window,
  })
  const targets = new Set<EventTarget>()
  const handles = new Set<RuntimeHandle & { resetOnUserChange: boolean }>()
  const events = createHostEvents(() => [...targets][0], options.events, log)
  const { session, httpFor } = connect({
    name,
    options,
    clock,
    log,
    local,
    navigator,
    events,
    store,
    fetch: deps.fetch,
  })

  let made = createTranslator({
    language: languageOf(options),
    overrides: localizationsOf(options, store.getState()),
    log,
  })
  let madeFrom = store.getState().settings.configuration
  const translator = () => {
    const { configuration } = store.getState().settings
    if (configuration !== madeFrom) {
      madeFrom = configuration
      if (configuration?.localizations) {
        made = createTranslator({
          language: languageOf(options),
          overrides: localizationsOf(options, store.getState()),
          log,
        })
      }
    }
    return made
  }

  const createRuntime = ({ target, source, resetOnUserChange = false }: RuntimeOptions): RuntimeHandle => {
    const end = new AbortController()
    const own = createHostEvents(() => target, options.events, log)
    const { send } = httpFor(source)
    targets.add(target)
    const runtime = createFeatureRuntime({
      store,
      get translator() {
        return translator()
      },
      signal: end.signal,
      deps: {
        client: (tables) => createClient(send, tables),
        session,
        clock,
        log,
        events: own,
        navigator,
        local,
        settings: () => store.getState().settings,
      },
      onLoadFailure: (id, error) => {
        log.error(`Loading ${id} failed`, error)
        own.after('error', { code: 'load-failed', id })
      },
    })
    const handle = {
      runtime,
      resetOnUserChange,
      dispose() {
        end.abort(new DOMException('The element is gone', 'AbortError'))
        targets.delete(target)
        handles.delete(handle)
      },
    }
    handles.add(handle)
    return handle
  }

  const unwatch = session.subscribe((snapshot) => {
    const before = store.getState().session.user?.id
    if (before && snapshot.status === 'signed-out') events.after('sign-out', {})
    store.setState((state) => {
      state.session = snapshot as typeof state.session // snapshots are read-only to everybody; Immer's draft type is not
    })
    if (before && before !== snapshot.user?.id) {
      for (const handle of handles) if (handle.resetOnUserChange) handle.runtime.reset()
    }
  })

  const unmark = preview || options.framework === 'nextjs' ? () => {} : markBodyLoading(document, options.customLoader)
  const startSession = async () => {
    await session.start()
  }
  const ready = startUp({
    send: httpFor('login-box').send,
    store,
    clock,
    log,
    options,
    signal: life.signal,
    startSession,
  })
    .catch((error) => log.error('Start-up failed', error))
    .finally(unmark)

  let holders = 0
  const app: App = {
    name,
    baseUrl: readBaseUrl(options),
    options,
    store,
    events,
    session,
    navigator,
    local,
    clock,
    log,
    translator,
    ready,
    createRuntime,
    setTheme: (themeOptions) =>
      store.setState((state) => {
        state.settings.theme = safeMerge({}, themeOptions)
      }),
    hold() {
      holders += 1
      let released = false
      return () => {
        if (released) return
        released = true
        holders -= 1
        // A node that moves is released and held again within the same task.
        queueMicrotask(() => {
          if (holders === 0 && deps.ownedByElements) app.dispose()
        })
      }
    },
    dispose() {
      if (life.signal.aborted) return
      life.abort(new DOMException('The app is gone', 'AbortError'))
      unwatch()
      unmark()
      for (const handle of [...handles]) handle.dispose()
      session.dispose()
      navigator.dispose()
      deps.onDispose?.(app)
    },
  }
  return app
}
