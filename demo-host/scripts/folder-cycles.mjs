/**
 * Finds sibling folders whose files import each other in a circle. A folder includes all folders in it, and the files
 * of a folder may import those of its sub-folders and be imported by them.
 *
 * @param {Iterable<readonly [from: string, to: string]>} imports paths with `/`
 * @returns {{ folders: string[], imports: (readonly [string, string])[] }[]} each circle, with the imports that close it
 */
export const folderCycles = (imports) => {
  const between = new Map()
  for (const found of imports) {
    const [from, to] = found.map((path) => path.split('/'))
    const at = from.findIndex((name, index) => name !== to[index])
    // One of the two is a file of the parent folder.
    if (at === -1 || at >= from.length - 1 || at >= to.length - 1) continue
    const pair = [from, to].map((names) => names.slice(0, at + 1).join('/'))
    const known = between.get(pair[0]) ?? between.set(pair[0], new Map()).get(pair[0])
    known.set(pair[1], [...(known.get(pair[1]) ?? []), found])
  }
  return circlesOf(between).map((folders) => ({
    folders,
    imports: folders.flatMap((from) =>
      [...between.get(from)].filter(([to]) => folders.includes(to)).flatMap(([, found]) => found),
    ),
  }))
}

const reachableFrom = (start, between) => {
  const reached = new Set()
  const open = [start]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of between.get(at)?.keys() ?? []) {
      if (reached.has(next)) continue
      reached.add(next)
      open.push(next)
    }
  }
  return reached
}

/** Returns the groups of folders that reach each other. */
const circlesOf = (between) => {
  const reach = new Map([...between.keys()].map((folder) => [folder, reachableFrom(folder, between)]))
  const circles = []
  for (const [folder, reached] of reach) {
    if (!reached.has(folder) || circles.some((circle) => circle.includes(folder))) continue
    circles.push([...reached].filter((other) => reach.get(other)?.has(folder)).sort())
  }
  return circles
}
