import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ChunkFailure } from '../load-failure/load-failure.tsx'

interface LazyPartProps<Props extends object> {
  /** Created once, outside of components. */
  load(): Promise<ComponentType<Props>>
  props: Props
  /** Shown until the chunk is loaded. @default nothing */
  fallback?: ReactNode
}

/**
 * A rarely opened dialog or panel, loaded as a separate chunk. If loading fails, a retry button is shown in its place.
 */
export const LazyPart = <Props extends object>({ load, props, fallback = null }: LazyPartProps<Props>) => {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const [failures, setFailures] = useState(0)
  const [attempts, setAttempts] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempts` is a press of "Try again"
  useEffect(() => {
    let isCurrent = true
    load().then(
      (component) => isCurrent && setPart(() => component),
      () => isCurrent && setFailures((count) => count + 1),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempts])
  if (Part) return <Part {...props} />
  return failures > attempts ? <ChunkFailure retry={() => setAttempts(failures)} /> : fallback
}
