import { createClient, type Send } from '../contract/client.ts'
import type { AppStore } from '../feature/app-state.ts'
import { createFeatureRuntime, type FeatureRuntime } from '../feature/feature-runtime.ts'
import type { HostEvents } from '../feature/ports.ts'
import type { FeatureDeps } from '../feature/slice.ts'
import type { RequestSource } from '../http/options.ts'
import type { Translator } from '../i18n/create-translator.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ElementRuntime, ElementSlot, RuntimeHandle, RuntimeOptions } from './app.ts'
import type { AppNavigator } from './navigator.ts'

interface RuntimeSources {
  store: AppStore
  /** Receives the runtime of each element as long as the element exists. */
  elements: ElementSlot
  /** Dependencies of a feature that are the same for every element. */
  deps: Omit<FeatureDeps, 'client' | 'events' | 'settings' | 'navigator'> & { navigator: AppNavigator }
  translator(): Translator
  sendFor(source: RequestSource): Send
  eventsOn(target: EventTarget): HostEvents
}

/** Returns a clock whose scheduled tasks end with the element. */
const untilAborted = (clock: Clock, signal: AbortSignal): Clock => ({
  now: () => clock.now(),
  schedule(task, delayMs) {
    if (signal.aborted) return () => {}
    const done = () => {
      signal.removeEventListener('abort', stop)
      cancel()
    }
    const cancel = clock.schedule(() => {
      signal.removeEventListener('abort', stop)
      task()
    }, delayMs)
    const stop = () => cancel()
    signal.addEventListener('abort', stop, { once: true })
    return done
  },
})

const build = (sources: RuntimeSources, { target, source }: RuntimeOptions, signal: AbortSignal): FeatureRuntime => {
  const send = sources.sendFor(source)
  const events = sources.eventsOn(target)
  const { store } = sources
  const { navigator } = sources.deps
  return createFeatureRuntime({
    store,
    get translator() {
      return sources.translator()
    },
    signal,
    deps: {
      ...sources.deps,
      clock: untilAborted(sources.deps.clock, signal),
      navigator: { ...navigator, goLater: (url, delayMs) => navigator.goLater(url, delayMs, signal) },
      events,
      client: (tables) => createClient(send, tables),
      settings: () => store.getState().settings,
    },
    onLoadFailure(id, error) {
      sources.deps.log.error(`Loading ${id} failed`, error)
      events.after('error', { code: 'load-failed', id })
    },
  })
}

/** Creates the runtimes of an app's elements. */
export const createRuntimes = (sources: RuntimeSources) => {
  const { elements } = sources
  const create = (options: RuntimeOptions): RuntimeHandle => {
    const end = new AbortController()
    const entry: ElementRuntime = {
      runtime: build(sources, options, end.signal),
      target: options.target,
      resetOnUserChange: options.resetOnUserChange ?? false,
      dispose() {
        end.abort(new DOMException('The element is gone', 'AbortError'))
        elements.all.delete(entry)
        elements.onChange?.()
      },
    }
    elements.all.add(entry)
    elements.onChange?.()
    return entry
  }
  return {
    create,
    resetForNewUser() {
      for (const entry of elements.all) if (entry.resetOnUserChange) entry.runtime.reset()
    },
    dispose() {
      for (const entry of [...elements.all]) entry.dispose()
    },
  }
}
