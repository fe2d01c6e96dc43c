import { withFeature } from '../../feature/app-state.ts'
import type { AnyFeature } from '../../feature/define.ts'
import type { FeatureRuntime } from '../../feature/feature-runtime.ts'
import type { Scene } from './scene.ts'

const nothing = () => undefined

/** The same names, doing nothing: no effect of a view and no press moves the picture. */
const inert = (actions: unknown): unknown =>
  actions && typeof actions === 'object'
    ? Object.fromEntries(Object.keys(actions).map((name) => [name, nothing]))
    : actions

const inertActions = (feature: AnyFeature, { deps }: FeatureRuntime): unknown =>
  inert(feature.slice({ get: () => feature.initial, set: nothing, deps }))

const loadAs = (runtime: FeatureRuntime, code: Scene['code']): FeatureRuntime['load'] => {
  if (code === 'late') return () => new Promise(nothing)
  if (code === 'lost') return () => Promise.reject(new Error('The gallery shows what happens without it'))
  return runtime.load
}

/** A runtime in which nothing happens: states stay as the scene has them, and links lead nowhere. */
export const holdStill = (runtime: FeatureRuntime, { code }: Scene): FeatureRuntime => {
  const { store } = runtime
  const deps = { ...runtime.deps, navigator: { ...runtime.deps.navigator, go: nothing } }
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
