import type { Query } from './query.ts'

const DERIVED: ReadonlyMap<string, string> = new Map([
  ['frontegg.email', 'email'],
  ['frontegg.emailVerified', 'email_verified'],
  ['frontegg.tenantId', 'tenantId'],
  ['frontegg.userId', 'id'],
])
const CLAIM = 'jwt.'
/** Claims nested deeper are ignored; together with the query's step limit, this also ends cycles. */
const DEEPEST = 20

type Bag = Readonly<Record<string, unknown>>

const isBag = (value: unknown): value is Bag => typeof value === 'object' && value !== null

const isBranch = (value: unknown): value is Bag =>
  isBag(value) && !(value instanceof Date) && Object.keys(value).length > 0

/** Returns an own property only: a key such as `constructor` must not find an inherited one. */
export const own = (table: unknown, key: string): unknown =>
  isBag(table) && Object.hasOwn(table, key) ? table[key] : undefined

/**
 * Returns the leaf at a dotted path. Keys may contain dots themselves; if two keys lead to the same path, the later one
 * wins.
 */
const leafAt = (node: Bag, path: string, query: Query, depth: number): unknown => {
  let found: unknown
  for (const key of Object.keys(node)) {
    query.steps -= 1
    if (query.steps < 0) return undefined
    if (!path.startsWith(key)) continue
    const value = node[key]
    const isBranching = isBranch(value)
    if (path.length === key.length) found = isBranching ? found : value
    else if (isBranching && path[key.length] === '.' && depth < DEEPEST) {
      const inner = leafAt(value, path.slice(key.length + 1), query, depth + 1)
      if (inner !== undefined) found = inner
    }
  }
  return found
}

/**
 * Returns the value that a condition reads: a claim as `jwt.<path>`, one of the four `frontegg.*` values, or else a
 * custom value under its own name. A custom value never replaces an existing claim or a `frontegg.*` value.
 */
export const attributeOf = (name: string, query: Query): unknown => {
  const { custom, jwt } = query.sources
  const derived = DERIVED.get(name)
  if (derived !== undefined) return own(jwt, derived)
  const claim = isBag(jwt) && name.startsWith(CLAIM) ? leafAt(jwt, name.slice(CLAIM.length), query, 0) : undefined
  return claim === undefined ? own(custom, name) : claim
}
