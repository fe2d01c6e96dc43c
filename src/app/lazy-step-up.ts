import type { StepUpChallenge } from '../http/token-source.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import type { StepUpParts } from './go-step-up.ts'

const importStepUp = () => import('./go-step-up.ts')

/** Redirects to step-up. Its code is loaded by the first call; if that fails, the next call tries again. */
export const createLazyStepUp = (parts: StepUpParts & { signal: AbortSignal }, load = importStepUp) => {
  const { clock, log, signal } = parts
  const whenLoaded = lazy(async () => (await loadChunk(load, { clock, signal })).createGoStepUp(parts))
  return (challenge: StepUpChallenge): void => {
    whenLoaded().then(
      (goStepUp) => goStepUp(challenge),
      (error: unknown) => {
        if (!signal.aborted) log.error('Step-up could not be loaded', error)
      },
    )
  }
}
