/** `npm run prove` draws a seed for each run and prints it; every other run has the same inputs. */
const RUN_SEED = Number(process.env.TEST_SEED ?? 0)

/**
 * Returns a stream of numbers below 1, the same for the same seed (mulberry32), so that a failing input can be
 * reproduced.
 */
export const randomOf = (seed: number): (() => number) => {
  let state = (seed + RUN_SEED) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Creates random choices from such a stream. */
export const createRandom = (seed: number) => {
  const next = randomOf(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share: number) => next() < share,
    /** The list is never empty. */
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
  }
}

export type Random = ReturnType<typeof createRandom>
