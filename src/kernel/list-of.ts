/**
 * Creates a list of a length. Code of the browser doesn't use `Array.from`, which libraries such as Prototype.js and
 * MooTools replace by a function that ignores its second parameter, or wraps a set in a list.
 */
export const listOf = <Item>(length: number, create: (at: number) => Item): Item[] =>
  [...Array(length)].map((_, at) => create(at))
