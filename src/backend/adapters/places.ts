import { AsyncLocalStorage } from 'node:async_hooks'

/** No place is free, or too few are free for a network that holds many. */
export class NoPlaceError extends Error {
  override readonly name = 'NoPlaceError'
}

interface PlacesSettings {
  /** Maximum number of tasks that make progress at the same time. */
  atOnce: number
  /** Maximum number of further tasks that wait. */
  queue: number
  /** A clock in milliseconds that never goes back. @default the process's */
  now?: (() => number) | undefined
}

/** An overload has ended when nothing was refused for this long. */
const CALM_MS = 1_000
/** During an overload, work may take at most this many times as long as it takes alone. */
const MAX_SLOWDOWN = 3
/** During an overload, a network holds at most this many times as many places as are free. */
const SHARE = 2
/** A mean covers about this many of the latest values. With fewer, some work that ends together would distort it. */
const REMEMBERED = 50

interface Held {
  /** Whether the slow work has begun, so that the duration counts. */
  isMeasured: boolean
}

const createMean = () => {
  let [mean, count] = [0, 0]
  return {
    add(value: number): void {
      count = Math.min(REMEMBERED, count + 1)
      mean += (value - mean) / count
    },
    get: () => mean,
  }
}

/** Measures how long work takes alone, and how much time passes between two ends while other work waits. */
const createPace = (atOnce: number, now: () => number) => {
  const alone = createMean()
  const step = createMean()
  let lastEnd: number | undefined
  return {
    /**
     * Records that work begins, with the number of places that are taken then, including its own. The returned function
     * records its end in the same way.
     */
    begin(takenAtStart: number): (takenAtEnd: number) => void {
      const startedAt = now()
      return (takenAtEnd) => {
        const endedAt = now()
        const isWaiting = takenAtEnd > atOnce
        if (!isWaiting && takenAtStart <= atOnce) alone.add(endedAt - startedAt)
        if (isWaiting && lastEnd !== undefined) step.add(endedAt - lastEnd)
        lastEnd = isWaiting ? endedAt : undefined
      }
    },
    /** Returns how many places may be taken until work takes `MAX_SLOWDOWN` times as long as alone (Little's law). */
    maxTaken(): number {
      return step.get() > 0 ? Math.floor((MAX_SLOWDOWN * alone.get()) / step.get()) : 0
    },
  }
}

/**
 * Creates places for work. Work that finds none free is refused at once instead of waiting longer and longer.
 *
 * A burst may take all places. As soon as something had to be refused, the load is more than a burst: a full queue
 * would then delay everything that is accepted, and no more would get done. Until the overload is over, only as many
 * places are given as keep the wait short, and a network that holds many leaves the last ones to others.
 *
 * Nested work shares the place of the outer work, so that it is never refused halfway.
 *
 * @example const { run } = createPlaces({ atOnce: 4, queue: 16 }); await run(() => hash(password))
 */
export const createPlaces = ({ atOnce, queue, now = () => performance.now() }: PlacesSettings) => {
  const size = atOnce + queue
  const holding = new AsyncLocalStorage<Held>()
  const heldBy = new Map<string, number>()
  const pace = createPace(atOnce, now)
  let taken = 0
  let refusedAt = Number.NEGATIVE_INFINITY

  const isOverloaded = () => now() - refusedAt < CALM_MS

  const isFree = (network: string | undefined): boolean => {
    if (!isOverloaded()) return taken < size
    const free = Math.min(size, Math.max(2 * atOnce, pace.maxTaken())) - taken
    const held = network === undefined ? 0 : (heldBy.get(network) ?? 0)
    // The last place is only for a network that holds none.
    return free > (held === 0 ? 0 : 1) && held < SHARE * free
  }

  /**
   * Refuses early, before work that needs a place costs anything.
   *
   * @throws NoPlaceError
   */
  const assertFree = (network?: string): void => {
    if (holding.getStore() || isFree(network)) return
    refusedAt = now()
    throw new NoPlaceError('No place is free')
  }

  const hold = (network: string | undefined, change: 1 | -1) => {
    taken += change
    if (network === undefined) return
    const held = (heldBy.get(network) ?? 0) + change
    if (held > 0) heldBy.set(network, held)
    else heldBy.delete(network)
  }

  const take = async <Result>(work: () => Promise<Result>, held: Held, network?: string): Promise<Result> => {
    assertFree(network)
    hold(network, 1)
    const end = pace.begin(taken)
    try {
      return await holding.run(held, work)
    } finally {
      if (held.isMeasured) end(taken)
      hold(network, -1)
    }
  }

  /**
   * Runs slow work, in the place that `admit` took or in one of its own.
   *
   * @throws NoPlaceError
   */
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const held = holding.getStore()
    if (!held) return take(work, { isMeasured: true })
    held.isMeasured = true
    return work()
  }

  /**
   * Takes a place for work that may call `run`. If it doesn't, its duration isn't used to estimate the pace.
   *
   * @throws NoPlaceError
   */
  const admit = async <Result>(work: () => Promise<Result>, network?: string): Promise<Result> =>
    holding.getStore() ? work() : take(work, { isMeasured: false }, network)

  return { run, admit, assertFree }
}
