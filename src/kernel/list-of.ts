/**
 * Creates a list with a given length. Browser code doesn't use `Array.from`: libraries such as Prototype.js and
 * MooTools replace it with a function that ignores the second parameter or wraps a set in a list.
 */
export const listOf = <Item>(length: number, create: (at: number) => Item): Item[] =>
  [...Array(length)].map((_, at) => create(at))
