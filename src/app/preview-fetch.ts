import type { Clock } from '../kernel/clock.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'

const importPreview = () => import('../preview/preview.ts')

/** Returns sample data instead of network responses; its code is loaded by the first request. */
export const createLazyPreviewFetch = (
  parts: { clock: Clock; signal?: AbortSignal },
  load = importPreview,
): typeof fetch => {
  const whenLoaded = lazy(async () => (await loadChunk(load, parts)).createPreviewFetch(parts))
  return async (input, init) => (await whenLoaded())(input, init)
}

/** Never requested: the fetch above responds instead. `.invalid` is reserved (RFC 2606 §2). */
export const PREVIEW_BASE_URL = 'https://preview.invalid'
