/** Ids in one statement, so that none keeps an embedded database busy for long. */
const CHUNK = 10_000

/** Reads or writes by many ids, some at a time. */
export const inChunks = async <Item, Found>(
  items: readonly Item[],
  work: (part: Item[]) => Promise<Found[]>,
): Promise<Found[]> => {
  const found: Found[] = []
  for (let at = 0; at < items.length; at += CHUNK) found.push(...(await work(items.slice(at, at + CHUNK))))
  return found
}
