import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import { isAbort } from '../kernel/errors.ts'
import type { AnyFeature } from './define.ts'
import { useAppState, useRuntime } from './feature-context.tsx'
import type { Loadable } from './feature-runtime.ts'

interface Ready {
  step: 'ready'
  id: string
  feature: AnyFeature
  actions: unknown
}

type LoadState = { step: 'loading' } | { step: 'failed' } | Ready

export interface FeatureHostProps {
  definition: Loadable
  /** Shown until the chunk is here, such as a skeleton of the page. */
  fallback: ReactNode
  /** Shown when the chunk could not be loaded; `retry` asks for it again. */
  failure: (retry: () => void) => ReactNode
}

const useFeature = (definition: Loadable) => {
  const runtime = useRuntime()
  const [attempt, setAttempt] = useState(0)
  const [load, setLoad] = useState<LoadState>({ step: 'loading' })
  // A definition that was made anew, as when the user is read again, must not cost what was typed: its id decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is a new press of "Try again"
  useLayoutEffect(() => {
    let current = true
    setLoad({ step: 'loading' })
    runtime.load(definition).then(
      (feature) => {
        if (!current) return
        const actions = runtime.mount(definition.id, feature)
        setLoad({ step: 'ready', id: definition.id, feature, actions })
      },
      (error) => current && !isAbort(error) && setLoad({ step: 'failed' }),
    )
    return () => {
      current = false
    }
  }, [runtime, definition.id, attempt])
  return { load, retry: useCallback(() => setAttempt((count) => count + 1), []) }
}

const MountedFeature = ({ id, feature, actions }: Ready) => {
  const { translator } = useRuntime()
  const state = useAppState((app) => app.features[id])
  return <feature.Component state={state} actions={actions} t={translator.translatorFor(feature.messages)} />
}

/** Loads a page or flow, mounts its slice on the app's store and renders it. */
export const FeatureHost = ({ definition, fallback, failure }: FeatureHostProps) => {
  const { load, retry } = useFeature(definition)
  if (load.step === 'failed') return failure(retry)
  if (load.step === 'loading' || load.id !== definition.id) return fallback
  return <MountedFeature {...load} />
}
