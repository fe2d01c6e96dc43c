import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'
import { type Core, loadedCore } from './core-slot.ts'

/** Loads the core; a failed load is tried again by the next call. */
export const loadCore = lazy(async (): Promise<Core> => {
  await loadChunk(() => import('../core.ts'))
  const core = loadedCore()
  if (!core) throw new Error('The core of Front Entry did not start')
  return core
})
