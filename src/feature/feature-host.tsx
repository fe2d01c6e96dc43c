import { type ReactNode, useCallback, useLayoutEffect, useState } from 'react'
import { isAbort } from '../kernel/errors.ts'
import type { AnyFeature } from './define.ts'
import type { PageDefinition } from './define-page.ts'
import { useAppState, useRuntime, useTexts } from './feature-context.tsx'
import { branchOf, type Loadable } from './feature-runtime.ts'

interface Hosted<Given extends object> {
  definition: Loadable<Given>
  /** Shown until the chunk has loaded, such as a skeleton of the page. */
  fallback: ReactNode
  /** Shown when the chunk could not be loaded; `retry` loads it again. */
  failure: (retry: () => void) => ReactNode
}

/** `given` holds what the feature needs from its host; it is omitted for a feature that needs nothing. */
type FeatureHostProps<Given extends object> = Hosted<Given> &
  (object extends Given ? { given?: Given } : { given: Given })

const useFeature = (definition: Loadable) => {
  const runtime = useRuntime()
  const [attempt, setAttempt] = useState(0)
  const [step, setStep] = useState<'loading' | 'loaded' | 'failed'>('loading')
  // The ID decides: a definition that was created again, such as when the user is loaded again, must not discard input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is a new press of "Try again"
  useLayoutEffect(() => {
    if (runtime.loaded(definition)) return
    let current = true
    setStep('loading')
    runtime.load(definition).then(
      () => current && setStep('loaded'),
      (error) => current && !isAbort(error) && setStep('failed'),
    )
    return () => {
      current = false
    }
  }, [runtime, definition.id, attempt])
  return {
    feature: runtime.loaded(definition),
    isFailed: step === 'failed',
    retry: useCallback(() => setAttempt((count) => count + 1), []),
  }
}

interface MountedProps {
  id: string
  feature: AnyFeature
  given: ({ page?: PageDefinition } & Record<string, unknown>) | undefined
}

const MountedFeature = ({ id, feature, given }: MountedProps) => {
  const runtime = useRuntime()
  const state = useAppState((app) => branchOf(app, id, feature))
  const t = useTexts(feature.messages)
  return <feature.Component {...given} state={state} actions={runtime.mount(id, feature, given?.page)} t={t} />
}

/** Loads a page or flow, mounts its slice on the app's store and renders it; loaded code renders without waiting. */
export const FeatureHost = <Given extends object>({
  definition,
  fallback,
  failure,
  given,
}: FeatureHostProps<Given>) => {
  const { feature, isFailed, retry } = useFeature(definition)
  if (feature)
    return (
      <MountedFeature key={definition.id} id={definition.id} feature={feature} given={given as MountedProps['given']} />
    )
  return isFailed ? failure(retry) : fallback
}
