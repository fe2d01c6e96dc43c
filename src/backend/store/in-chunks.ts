/** Maximum number of ids in one statement, so that none blocks an embedded database for long. */
const CHUNK = 10_000

/**
 * Reads or writes by many ids, in chunks.
 *
 * @param size fewer than usual, for writes that take longer than a read
 */
export const inChunks = async <Item, Found>(
  items: readonly Item[],
  work: (part: Item[]) => Promise<Found[]>,
  size = CHUNK,
): Promise<Found[]> => {
  const found: Found[] = []
  for (let at = 0; at < items.length; at += size) found.push(...(await work(items.slice(at, at + size))))
  return found
}
