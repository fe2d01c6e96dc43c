import { type Clock, systemClock, wait } from './clock.ts'
import { TimeoutError } from './errors.ts'
import { isAnyRepaired, repairChunk } from './repair-chunk.ts'

interface Patience {
  /** @default the system's */
  clock?: Clock
  /** Ends the wait between attempts. */
  signal?: AbortSignal | undefined
  /** @default nothing is reported before the last failure */
  onFailure?(error: unknown): void
}

/**
 * Waits before a chunk that did not arrive is requested again: a short failure is bridged, an outage is reported within
 * 30 s.
 */
const RETRY_DELAYS_MS = [400, 1500, 4000]

/** A chunk that hangs has failed after both limits, 20 s in total. */
const LOAD_LIMIT_MS = 12_000
const REPAIR_LIMIT_MS = 8_000

/** Chunks that could not be loaded; kept for the life of the page, like the browser's own list. */
const failed = new Set<string>()

/** Runs `work` with a signal that ends the rest of it at the limit. */
const within = async <Value>(
  work: (signal: AbortSignal) => Promise<Value>,
  limitMs: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal | undefined },
): Promise<Value> => {
  const end = new AbortController()
  const until = signal ? AbortSignal.any([signal, end.signal]) : end.signal
  const limit = wait(clock, limitMs, until).then(() => {
    throw new TimeoutError('A part of Front Entry takes too long to load')
  })
  try {
    return await Promise.race([work(until), limit])
  } finally {
    end.abort()
  }
}

/**
 * Loads a chunk. It tries again when the chunk did not arrive, and repairs it when the browser would only repeat the
 * failure. Every dynamic import of the elements must use it. `load` must be exactly `() => import('./file.ts')`,
 * because a repair reads the name of the file in its source.
 */
export const loadChunk = async <Module>(
  load: () => Promise<Module>,
  { clock = systemClock, signal, onFailure = () => undefined }: Patience = {},
): Promise<Module> => {
  let isRepair = isAnyRepaired() || failed.has(String(load))
  for (let attempt = 0; ; attempt += 1) {
    const work = isRepair ? (until: AbortSignal) => repairChunk(load, clock, until) : load
    try {
      return await within(work, isRepair ? REPAIR_LIMIT_MS : LOAD_LIMIT_MS, { clock, signal })
    } catch (error) {
      const delay = RETRY_DELAYS_MS[attempt]
      const isLate = error instanceof TimeoutError
      if (signal?.aborted || delay === undefined || (isLate && isRepair)) {
        failed.add(String(load))
        throw error
      }
      onFailure(error)
      if (!isLate) await wait(clock, delay, signal)
      isRepair = true
    }
  }
}
