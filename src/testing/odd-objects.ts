const ODD_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'x', '0']
const ODD_VALUES = [1, 'text', null, undefined, true, Number.NaN, Symbol('s'), () => 1, 10n, new Date(0)]
const DEEPEST = 4

interface OddChoices {
  random: () => number
  /** Names that readers of the object look up. */
  keys: readonly string[]
  /** Values with a meaning for the readers. */
  values?: readonly unknown[]
}

const one = <Item>(random: () => number, items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

/** Picks from two lists without joining them, because objects are created by the thousand. */
const oneOfBoth = <Item>(random: () => number, first: readonly Item[], second: readonly Item[]) => {
  const at = Math.floor(random() * (first.length + second.length))
  return (at < first.length ? first[at] : second[at - first.length]) as Item
}

/** All getters throw the same error, because a stack trace takes longer than everything else here. */
const TRAP = new Error('trap')

const addKey = (made: object, harness: OddChoices, ancestors: readonly object[]) => {
  const key = oneOfBoth(harness.random, harness.keys, ODD_KEYS)
  const value = oddObject(harness, ancestors)
  if (harness.random() < 0.08)
    Object.defineProperty(made, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        throw TRAP
      },
    })
  else Object.defineProperty(made, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Creates a hostile or odd options object: poisoned names, throwing getters, cycles, symbols, frozen parts. */
export const oddObject = (harness: OddChoices, ancestors: readonly object[] = []): unknown => {
  const { random, values = [] } = harness
  const roll = random()
  if (ancestors.length > DEEPEST || roll < 0.25) return oneOfBoth<unknown>(random, ODD_VALUES, values)
  if (roll < 0.3 && ancestors.length > 0) return one(random, ancestors)
  if (roll < 0.36) return JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')
  const made: Record<string | symbol, unknown> = random() < 0.1 ? Object.create(null) : {}
  if (roll < 0.42) return Array.from({ length: 3 }, () => oddObject(harness, [...ancestors, made]))
  for (let count = 0; count < 4; count += 1) addKey(made, harness, [...ancestors, made])
  if (random() < 0.1) made[Symbol('hidden')] = 1
  return random() < 0.2 ? Object.freeze(made) : made
}

/** Lists all parts of an object without calling getters, to check later that nothing changed it. */
export const partsOf = (value: unknown, seen: Map<object, number> = new Map()): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const known = seen.get(value)
  if (known !== undefined) return `#${known}`
  seen.set(value, seen.size)
  const parts = Reflect.ownKeys(value).map((key) => {
    const { value: own, get } = Object.getOwnPropertyDescriptor(value, key) ?? {}
    return [key, get ?? partsOf(own, seen)]
  })
  return [Object.isFrozen(value), Object.getPrototypeOf(value), parts]
}

const NAMES = Reflect.ownKeys(Object.prototype).length

/** Returns whether no object inherits anything new. */
export const arePrototypesClean = (): boolean =>
  Reflect.ownKeys(Object.prototype).length === NAMES && !('polluted' in {}) && !('polluted' in Object)
