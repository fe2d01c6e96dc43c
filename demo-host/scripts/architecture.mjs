// Draws the folders of `src/` and the contexts of `src/backend/domain/` in the order of their imports.

const BOX = { width: 132, height: 30, gap: 14, row: 62 }
const MARGIN = 24
const TITLE = 34

const STYLE = `
  text { font: 12px system-ui, sans-serif; fill: #1f2328; text-anchor: middle }
  .title { font-size: 14px; font-weight: 600; text-anchor: start }
  rect { fill: #f6f8fa; stroke: #8c959f }
  path { fill: none; stroke: #8c959f; stroke-width: 1 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    rect { fill: #161b22; stroke: #6e7681 }
    path { stroke: #6e7681 }
  }
`

/** Returns which folders directly in `base` import which others, ignoring imports of their own files. */
const graphOf = (imports, base) => {
  const folderOf = (path) => (path.startsWith(`${base}/`) ? path.slice(base.length + 1).split('/') : [])
  const graph = new Map()
  for (const found of imports) {
    const [from, to] = found.map(folderOf)
    // A file directly in `base` is in no folder.
    if (from.length < 2) continue
    const known = graph.get(from[0]) ?? new Set()
    graph.set(from[0], known)
    if (to.length > 1 && to[0] !== from[0]) known.add(to[0])
  }
  for (const folder of [...graph.values()].flatMap((known) => [...known]))
    if (!graph.has(folder)) graph.set(folder, new Set())
  return graph
}

/** Assigns rows: the lowest is 0, and a folder is one row above the highest that it imports. */
const rowsOf = (graph) => {
  const rows = new Map()
  const rowOf = (folder) => {
    const known = rows.get(folder)
    if (known !== undefined) return known
    const row = Math.max(-1, ...[...graph.get(folder)].map(rowOf)) + 1
    rows.set(folder, row)
    return row
  }
  for (const folder of graph.keys()) rowOf(folder)
  return rows
}

/** Removes imports that a longer path already implies, because a picture of all imports would be unreadable. */
const reduced = (graph) => {
  const reaches = (from, to) => [...graph.get(from)].some((next) => next === to || reaches(next, to))
  return [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to]),
  )
}

const grouped = (rows) => {
  const byRow = new Map()
  for (const [folder, row] of rows) byRow.set(row, [...(byRow.get(row) ?? []), folder])
  return byRow
}

const placesOf = (rows) => {
  const top = Math.max(...rows.values())
  const byRow = grouped(rows)
  const widest = Math.max(...[...byRow.values()].map((folders) => folders.length))
  const width = widest * (BOX.width + BOX.gap) - BOX.gap
  const places = new Map()
  for (const [row, folders] of byRow) {
    const used = folders.length * (BOX.width + BOX.gap) - BOX.gap
    folders.sort().forEach((folder, at) => {
      places.set(folder, { x: (width - used) / 2 + at * (BOX.width + BOX.gap), y: (top - row) * BOX.row })
    })
  }
  return { places, width, height: top * BOX.row + BOX.height }
}

const drawn = (graph) => {
  const { places, width, height } = placesOf(rowsOf(graph))
  const lines = reduced(graph).map(([from, to]) => {
    const [start, end] = [places.get(from), places.get(to)]
    const [x1, y1, x2, y2] = [start.x + BOX.width / 2, start.y + BOX.height, end.x + BOX.width / 2, end.y]
    return `<path d="M${x1} ${y1}C${x1} ${y1 + 24} ${x2} ${y2 - 24} ${x2} ${y2}"/>`
  })
  const boxes = [...places].map(
    ([folder, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/><text x="${x + BOX.width / 2}" y="${y + 19}">${folder}</text>`,
  )
  return { content: [...lines, ...boxes].join('\n'), width, height }
}

/**
 * Draws an SVG image with a part for each folder of `bases`, one below the other. Imports point down.
 *
 * @param {readonly (readonly [from: string, to: string])[]} imports paths with `/`, without circles of folders
 * @param {readonly string[]} bases
 */
export const drawArchitecture = (imports, bases) => {
  let y = MARGIN
  let widest = 0
  const parts = bases.map((base) => {
    const { content, width, height } = drawn(graphOf(imports, base))
    const part = `<text class="title" x="${MARGIN}" y="${y + 14}">${base}/</text>\n<g transform="translate(${MARGIN} ${y + TITLE})">\n${content}\n</g>`
    y += TITLE + height + 2 * MARGIN
    widest = Math.max(widest, width)
    return part
  })
  const size = `width="${widest + 2 * MARGIN}" height="${y}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="Folders by their imports, which point down">\n<style>${STYLE}</style>\n${parts.join('\n')}\n</svg>\n`
}
