/** A copy in the order in which users look for a name in a menu. */
export const sortByName = <Named extends { name: string }>(records: readonly Named[]): Named[] =>
  [...records].sort((left, right) => left.name.localeCompare(right.name))
