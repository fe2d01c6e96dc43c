import { hashOf } from '../stable-id.ts'

/** Numbers that look random but are the same on every run, so that tests and screenshots can rely on the samples. */
export interface Seeded {
  /** Returns a number of at least 0 and below 1. */
  next(): number
  /** Returns a whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
}

export const createSeeded = (seed: string): Seeded => {
  let state = hashOf(seed)
  // The generator is mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    pick: (items) => {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new RangeError('Nothing to pick from')
      return item
    },
  }
}
