import { lazy } from '../kernel/lazy.ts'
import { loadPatiently } from '../kernel/load-patiently.ts'
import type { StepUpParts } from './go-step-up.ts'

const importStepUp = () => import('./go-step-up.ts')

/** Redirects to step-up. Its code is loaded by the first call; when that fails, the next call tries again. */
export const createLazyStepUp = (parts: StepUpParts & { signal: AbortSignal }, load = importStepUp) => {
  const { clock, log, signal } = parts
  const whenLoaded = lazy(async () =>
    (await loadPatiently(load, { clock, signal, onFailure() {} })).createGoStepUp(parts),
  )
  return (maxAge: number | undefined): void => {
    whenLoaded().then(
      (goStepUp) => goStepUp(maxAge),
      (error: unknown) => {
        if (!signal.aborted) log.error('Step-up could not be loaded', error)
      },
    )
  }
}
