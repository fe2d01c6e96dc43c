/**
 * Folds a text by one rule for all stores, so that a list has the same order and a search the same hits on each of
 * them, regardless of a database's collation. Fields that `schema.ts` lists as `folded` are sorted and searched by
 * `fold(text)`, all other texts by themselves; both by code point, with ties by `id`. Absent values are smaller than
 * every other. `DESC` is the exact reverse of `ASC`. Equality is always exact.
 */
export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Compares by code point (the byte order of UTF-8); plain `<` compares UTF-16 units, which differs beyond U+FFFF. */
export const compareCodePoints = (left: string, right: string): number => {
  if (left === right) return 0
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)]
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : Number(isSurrogate(a)) - Number(isSurrogate(b))
  }
  return left.length - right.length
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff

/**
 * PostgreSQL can hold neither U+0000 nor half a surrogate pair, so every store drops the former and replaces the
 * latter.
 */
export const storable = <Value>(value: Value): Value =>
  // `Value` is a string here, and replacing keeps it one.
  typeof value === 'string' ? (value.replaceAll('\u0000', '').replace(LONE_SURROGATE, '\ufffd') as Value) : value

const LONE_SURROGATE = /\p{Surrogate}/gu
