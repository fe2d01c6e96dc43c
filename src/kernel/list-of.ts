/**
 * Creates a list of a length. Code of the browser doesn't use `Array.from`, which libraries such as Prototype.js and
 * MooTools replace by a function that ignores its second parameter, or wraps a set in a list.
 */
export const listOf = <Item>(length: number, create: (at: number) => Item): Item[] => {
  const list: Item[] = []
  for (let at = 0; at < length; at += 1) list.push(create(at))
  return list
}
