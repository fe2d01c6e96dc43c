import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { type Core, loadedCore, offerCore } from './core-slot.ts'

/** Loads the core; a failed load is tried again by the next call. */
export const loadCore = lazy(async (): Promise<Core> => {
  await loadChunk(() => import('../core.ts'))
  const core = loadedCore()
  if (!core) throw new Error('The core of Front Entry did not start')
  return core
})

// The loader of the script tag requests it when it couldn't import the core itself.
offerCore(loadCore)
