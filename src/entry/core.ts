import type { Core } from '../core.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'

/** One per page, because the browser evaluates a module once. */
const slot: { core?: Core } = {}

/** Called by the core's module, whichever file has requested it. */
export const provideCore = (core: Core): void => {
  slot.core = core
}

/** Returns the core if it has loaded. */
export const loadedCore = (): Core | undefined => slot.core

/** Loads the core; a failed load is tried again by the next call. */
export const loadCore = lazy(async (): Promise<Core> => {
  await loadChunk(() => import('../core.ts'))
  if (!slot.core) throw new Error('The core of Front Entry did not start')
  return slot.core
})
