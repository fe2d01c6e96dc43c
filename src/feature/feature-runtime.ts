import type { Translator } from '../i18n/create-translator.ts'
import { isAbort } from '../kernel/errors.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { type AppState, type AppStore, withFeature } from './app-state.ts'
import type { AnyFeature, FeatureChunk } from './define.ts'
import type { PageDefinition } from './define-page.ts'
import type { FeatureDeps } from './slice.ts'

/** Anything with an ID and a chunk: a page, a flow, or a part that loads later. */
// biome-ignore lint/suspicious/noExplicitAny: the runtime only carries what a host passes to a feature
export interface Loadable<Given extends object = any> {
  id: string
  load(): Promise<FeatureChunk<Given>>
  feature?: AnyFeature<Given>
}

/** Shared by the features of one element; `app/` creates one per element. */
export interface FeatureRuntime {
  store: AppStore
  deps: FeatureDeps
  translator: Translator
  /** Returns the feature's module, loaded once; the next call retries a failed load. */
  load(definition: Loadable): Promise<AnyFeature>
  /** Returns the feature's module if it has loaded. */
  loaded(definition: Loadable): AnyFeature | undefined
  /**
   * Returns the feature's actions over its own branch of the store, created once; it does not change what is rendered.
   */
  mount(id: string, feature: AnyFeature, page?: PageDefinition): unknown
  /** Resets every mounted branch to its initial value, because another user must not see it. */
  reset(): void
}

interface RuntimeParts {
  store: AppStore
  deps: FeatureDeps
  translator: Translator
  /** Ends the wait between attempts when the element is removed. */
  signal?: AbortSignal
  /** Called when all attempts failed; the user gets a retry button, the host an event. */
  onLoadFailure?(id: string, error: unknown): void
}

interface Declared {
  page: PageDefinition | undefined
}

const loadFeature = async (definition: Loadable, { deps, signal }: RuntimeParts): Promise<AnyFeature> => {
  const onFailure = (error: unknown) => deps.log.warn(`Loading ${definition.id} failed, trying again`, error)
  const chunk = await loadChunk(definition.load, { clock: deps.clock, signal, onFailure })
  // A chunk exports one feature, whatever its name; other exports, such as a flow's work, have no component.
  return Object.values(chunk).find((exported) => exported?.Component) as AnyFeature
}

/** Returns a feature's branch, which is in the store from its first change on; before that, its initial state. */
export const branchOf = ({ features }: AppState, id: string, feature: AnyFeature): unknown =>
  id in features ? features[id] : feature.initial

const mountSlice = (id: string, feature: AnyFeature, { store, deps, page }: RuntimeParts & Declared): unknown => {
  const get = () => branchOf(store.getState(), id, feature)
  return feature.slice({
    get,
    set: (change: (own: unknown) => unknown) => {
      const next = change(get())
      if (next !== get()) store.setState(withFeature(id, next))
    },
    deps,
    ...(page && { page }),
  })
}

export const createFeatureRuntime = (parts: RuntimeParts): FeatureRuntime => {
  const loading = new Map<string, Promise<AnyFeature>>()
  const loaded = new Map<string, AnyFeature>()
  const mounted = new Map<string, { feature: AnyFeature; actions: unknown }>()
  const load = (definition: Loadable) => {
    const known = loading.get(definition.id)
    if (known) return known
    const started = loadFeature(definition, parts)
    loading.set(definition.id, started)
    started.then(
      (feature) => loaded.set(definition.id, feature),
      (error) => {
        loading.delete(definition.id)
        if (!isAbort(error)) parts.onLoadFailure?.(definition.id, error)
      },
    )
    return started
  }
  return {
    store: parts.store,
    deps: parts.deps,
    get translator() {
      return parts.translator
    },
    load,
    loaded: ({ id, feature }) => feature ?? loaded.get(id),
    mount(id, feature, page) {
      const known = mounted.get(id) ?? { feature, actions: mountSlice(id, feature, { ...parts, page }) }
      mounted.set(id, known)
      return known.actions
    },
    reset: () => {
      const initial = Object.fromEntries([...mounted].map(([id, { feature }]) => [id, feature.initial]))
      parts.store.setState(({ features }) => ({ features: { ...features, ...initial } }))
    },
  }
}
