type Bag = Record<string, unknown>

/** Deeper nesting is a mistake or an attack, not an options object. */
const DEEPEST = 64
/** Limits the work; 5,000 texts in ten languages still fit. */
const MAX_KEYS = 50_000
/** An object costs more than a key; endless getters create many small ones. */
const COST_OF_TREE = 8
const POISONOUS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

interface Walk {
  keysLeft: number
  open: Set<object>
  done: Map<object, unknown>
  report(path: string): void
}

const SKIP = Symbol('skip')

/** Returns whether the value is a tree. Elements of view libraries and class instances are values. */
const isTree = (value: unknown): value is Bag => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  const plain = prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null
  return plain && !Object.hasOwn(value, '$$typeof')
}

const guarded = <Result>(task: () => Result, otherwise: Result): Result => {
  try {
    return task()
  } catch {
    return otherwise
  }
}

const define = (target: Bag, key: string, value: unknown) =>
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })

const copyList = (list: readonly unknown[], path: string, walk: Walk, depth: number): unknown => {
  const copies: unknown[] = []
  for (let index = 0; index < list.length; index += 1) {
    walk.keysLeft -= 1
    if (walk.keysLeft < 0) {
      walk.report(path)
      break
    }
    const copy = guarded(() => copyOf(list[index], `${path}.${index}`, walk, depth + 1), SKIP)
    if (copy !== SKIP) copies.push(copy)
  }
  return copies
}

const copyOf = (value: unknown, path: string, walk: Walk, depth: number): unknown => {
  const isList = guarded(() => Array.isArray(value), false)
  if (!isList && !guarded(() => isTree(value), false)) return value
  const source = value as object
  if (walk.done.has(source)) return walk.done.get(source)
  if (walk.open.has(source) || depth > DEEPEST) {
    walk.report(path)
    return SKIP
  }
  walk.keysLeft -= COST_OF_TREE
  walk.open.add(source)
  const copy = isList ? copyList(value as unknown[], path, walk, depth) : mergeBags({}, value as Bag, path, walk, depth)
  walk.open.delete(source)
  walk.done.set(source, copy)
  return copy
}

const mergeKey = (target: Bag, key: string, override: Bag, path: string, walk: Walk, depth: number) => {
  const value = override[key]
  if (value === undefined) return
  const before = target[key]
  const merged =
    isTree(before) && guarded(() => isTree(value), false)
      ? mergeBags(before, value as Bag, path, walk, depth + 1)
      : copyOf(value, path, walk, depth + 1)
  if (merged !== SKIP) define(target, key, merged)
}

const mergeBags = (base: Bag, override: Bag, path: string, walk: Walk, depth: number): Bag => {
  const target: Bag = {}
  for (const key of Object.keys(base)) define(target, key, base[key])
  for (const key of guarded(() => Object.keys(override), [])) {
    const place = path ? `${path}.${key}` : key
    walk.keysLeft -= 1
    if (walk.keysLeft < 0 || POISONOUS.has(key)) {
      walk.report(place)
      if (walk.keysLeft < 0) break
      continue
    }
    try {
      mergeKey(target, key, override, place, walk, depth)
    } catch {
      walk.report(place)
    }
  }
  return target
}

/**
 * Merges `overrides` over `defaults`: objects merge key by key, arrays and other values replace, `undefined` keeps the
 * default. Prototypes and inputs are never changed. Parts that cannot be merged (cycles, throwing getters, `__proto__`,
 * extreme depth or size) are omitted and reported to `onIgnored`.
 */
export const safeMerge = <Shape extends object>(
  defaults: Shape,
  overrides: unknown,
  onIgnored: (path: string) => void = () => {},
): Shape => {
  const walk: Walk = { keysLeft: MAX_KEYS, open: new Set(), done: new Map(), report: onIgnored }
  const usable = guarded(() => isTree(overrides), false)
  if (!usable && overrides !== undefined && overrides !== null) onIgnored('')
  // The result has the shape of the defaults plus any keys that the host added.
  return mergeBags(defaults as unknown as Bag, usable ? (overrides as Bag) : {}, '', walk, 0) as unknown as Shape
}
