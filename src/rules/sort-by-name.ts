/**
 * A copy in the order in which users look for a name in a menu: the one of `language`, never of the computer, where the
 * same list would be in another order for a colleague.
 */
export const sortByName = <Named extends { name: string }>(records: readonly Named[], language = 'en'): Named[] => {
  const { compare } = new Intl.Collator(language)
  return [...records].sort((left, right) => compare(left.name, right.name))
}
