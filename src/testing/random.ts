/** `npm run prove` draws one for each run and prints it; every other run has the same inputs. */
const RUN_SEED = Number(process.env.TEST_SEED ?? 0)

/** A stream of numbers below 1, the same for the same seeds (mulberry32), so that a failing input can be made again. */
export const randomOf = (seed: number): (() => number) => {
  let state = (seed + RUN_SEED) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Choices out of such a stream. */
export const createRandom = (seed: number) => {
  const next = randomOf(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (share: number) => next() < share,
    /** Never asked of an empty list. */
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
  }
}

export type Random = ReturnType<typeof createRandom>
