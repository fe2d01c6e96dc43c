import { withFeature } from './app-state.ts'
import type { AnyFeature } from './define.ts'
import type { FeatureRuntime } from './feature-runtime.ts'

/** Whether the code of the displayed feature never arrives, or can't be loaded. */
export type MissingCode = 'late' | 'lost'

const nothing = () => undefined

/** Returns actions of the same names that do nothing, so that neither effects nor clicks change what is shown. */
const inert = (actions: unknown): unknown =>
  actions && typeof actions === 'object'
    ? Object.fromEntries(Object.keys(actions).map((name) => [name, nothing]))
    : actions

const inertActions = (feature: AnyFeature, { deps }: FeatureRuntime): unknown =>
  inert(feature.slice({ get: () => feature.initial, set: nothing, deps }))

const loadAs = (runtime: FeatureRuntime, code: MissingCode | undefined): FeatureRuntime['load'] => {
  if (code === 'late') return () => new Promise(nothing)
  if (code === 'lost') return () => Promise.reject(new Error('Held back to show what happens without it'))
  return runtime.load
}

/** Returns a runtime in which nothing happens: states stay as the scene sets them, and links lead nowhere. */
export const freezeRuntime = (runtime: FeatureRuntime, code?: MissingCode): FeatureRuntime => {
  const { store } = runtime
  const deps = {
    ...runtime.deps,
    navigator: { ...runtime.deps.navigator, go: nothing, goLater: async () => undefined },
  }
  const known = new Map<string, unknown>()
  return {
    store,
    deps,
    get translator() {
      return runtime.translator
    },
    load: loadAs(runtime, code),
    loaded: (definition) => (code ? undefined : runtime.loaded(definition)),
    mount(id, feature) {
      if (!(id in store.getState().features)) store.setState(withFeature(id, feature.initial))
      if (!known.has(id)) known.set(id, inertActions(feature, runtime))
      return known.get(id)
    },
    reset: nothing,
  }
}
