/**
 * Returns a copy in the order in which users look for a name in a menu: that of `language`, never of the computer,
 * where a colleague would see another order. "Branch 2" comes before "Branch 10".
 */
export const sortByName = <Named extends { name: string }>(records: readonly Named[], language = 'en'): Named[] => {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...records].sort((left, right) => compare(left.name, right.name))
}
