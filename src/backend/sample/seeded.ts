/** Numbers that look random and are the same on every run, so that tests and screenshots can rely on the samples. */
export interface Seeded {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** FNV-1a, 32 bits: spreads similar seeds far apart. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

export const createSeeded = (seed: string): Seeded => {
  let state = hashOf(seed)
  // mulberry32
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

/** murmur3's finaliser: every bit of the hash depends on every other. */
const mixed = (hash: number): number => {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

/** The id of the sample record with this name: stable, 122 bits, shaped like every other id (RFC 9562 §5.4). */
export const idOf = (name: string): string => {
  const words = [0, 1, 2, 3].map((at) =>
    mixed(hashOf(`${at} ${name} ${at}`))
      .toString(16)
      .padStart(8, '0'),
  )
  const hex = words.join('')
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4]
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  )
}
