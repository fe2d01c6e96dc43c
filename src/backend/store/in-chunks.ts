/** Ids in one statement; databases limit the number of parameters. */
const CHUNK = 1_000

/** Reads or writes by many ids, some at a time. */
export const inChunks = async <Item, Found>(
  items: readonly Item[],
  work: (part: Item[]) => Promise<Found[]>,
): Promise<Found[]> => {
  const found: Found[] = []
  for (let at = 0; at < items.length; at += CHUNK) found.push(...(await work(items.slice(at, at + CHUNK))))
  return found
}
