// Writes the code of the entry for pages with the loader (src/decisions/0124-first-step-in-one-file.md).

import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import { parseAst } from 'rollup/parseAst'
import { root, version } from '../demo-host/scripts/project.mjs'
import { cssTextForEsbuild } from './css-text.mjs'

/** Shorter texts take more bytes as a reference. */
const MIN_LENGTH = 60
const SHARED = 'loaderSheets'

/** Returns the key and the texts of the loader's sheets. */
const readSheets = async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src', 'first-screen', 'sheets.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [cssTextForEsbuild],
    define: { __FE_VERSION__: JSON.stringify(version) },
    logLevel: 'error',
  })
  const { SHEETS, sharedSheets } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
  return { key: Symbol.keyFor(SHEETS), sheets: sharedSheets() }
}

const textOf = (node) => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateLiteral' && node.quasis.length === 1 ? node.quasis[0].value.cooked : undefined
}

const UNKNOWN = Symbol('unknown')

/** Returns the value of an expression made of texts, lists and objects. */
const dataOf = (node) => {
  if (node.type === 'ArrayExpression') return node.elements.map(dataOf)
  if (node.type !== 'ObjectExpression') return textOf(node) ?? UNKNOWN
  return Object.fromEntries(node.properties.map(({ key, value }) => [key?.name ?? key?.value, value && dataOf(value)]))
}

/** Returns the parts of the code that `replace` replaces. Parts of a replaced one are left out. */
const editsOf = (node, replace) => {
  if (!node || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap((each) => editsOf(each, replace))
  const by = node.type && replace(node)
  if (by !== undefined) return [{ start: node.start, end: node.end, by }]
  return Object.values(node).flatMap((each) => editsOf(each, replace))
}

/**
 * Finds in the code of the ES module what the loader of the script tag has: the sheets, which are read from it, and the
 * record of the first screen, which the loader has painted.
 *
 * @throws Error if the code lacks one of them, because both files would then have it
 */
const findShared = (code, { sheets, firstScreen }) => {
  const isRecord = (node) => node.type === 'ObjectExpression' && isDeepStrictEqual(dataOf(node), firstScreen)
  const missing = new Set([firstScreen, ...sheets.filter((sheet) => sheet.length >= MIN_LENGTH)])
  const edits = editsOf(parseAst(code).body, (node) => {
    const text = textOf(node)
    if (missing.delete(text) || sheets.includes(text)) return `${SHARED}[${sheets.indexOf(text)}]`
    if (!isRecord(node)) return undefined
    missing.delete(firstScreen)
    return 'void 0'
  }).sort((one, other) => one.start - other.start)
  const [lost] = missing
  if (lost) throw new Error(`fe.esm.js doesn't contain as it is: ${JSON.stringify(lost).slice(0, 200)}`)
  return edits
}

const headOf = ({ key }) => `const ${SHARED}=globalThis[Symbol.for(${JSON.stringify(key)})];\n`

/** Returns the code of the ES module without what the loader has. */
export const withoutShared = (code, shared) => {
  const edits = findShared(code, shared)
  const parts = edits.map(({ start, by }, at) => code.slice(edits[at - 1]?.end ?? 0, start) + by)
  return `${headOf(shared)}${parts.join('')}${code.slice(edits.at(-1)?.end ?? 0)}`
}

/**
 * Returns the source of the entry for Rollup: the code, the texts that a plugin replaces in it, so that Rollup follows
 * them in the source map, and the resulting code. Sources of the map are paths in the repository.
 */
export const entrySourceOf = (code, shared, map) => ({
  code: `${headOf(shared)}${code}`,
  map: map && { ...map, sources: map.sources.map((path) => join(root, path)), mappings: `;${map.mappings}` },
  values: Object.fromEntries(findShared(code, shared).map(({ start, end, by }) => [code.slice(start, end), by])),
  result: withoutShared(code, shared),
})

/** Returns the source of the entry; `firstScreen` is what the build has recorded. */
export const tagEntryOf = async (code, firstScreen, map) =>
  entrySourceOf(code, { ...(await readSheets()), firstScreen }, map)
