import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rollup } from 'rollup'
import { root, version } from '../demo-host/scripts/project.mjs'
import { browserBuild, loaderBuild, nodeBuild, outputFolder, reactBuild } from '../rollup.config.mjs'
import { entryFiles, isOfPreview, loginFiles, measure, printBudgets } from './budgets.mjs'
import { customElementsManifest } from './custom-elements.mjs'
import { BROWSER_ENTRY, exists, nodeEntries, REACT_ENTRY } from './entries.mjs'
import { sha256, writeManifest } from './manifest.mjs'
import { writeTypes } from './types.mjs'

/** The backend's entry reads them beside itself. */
const MIGRATIONS = 'src/backend/adapters/postgres/migrations'

const OPENAPI = 'cdn/openapi/build-openapi.ts'

const write = async (config) => {
  const bundle = await rollup(config)
  const { output } = await bundle.write(config.output)
  await bundle.close()
  return output.filter((part) => part.type === 'chunk')
}

const timed = async (what, work) => {
  const start = performance.now()
  const result = await work()
  console.log(`  ${what.padEnd(24)} ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

/**
 * What a page of a host can come to load. Preview's own chunks have no line in the loader's list: only preview mode asks
 * for them, a page without a backend and without a user to protect. The gallery is no part of hosts' pages either.
 */
const filesOfHosts = (chunks) => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set()
  const visit = (file) => {
    const chunk = byFile.get(file)
    if (!chunk || seen.has(file) || isOfPreview(file)) return
    seen.add(file)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  visit('fe.esm.js')
  return seen
}

const integrityOf = async (chunks) => {
  const hash = async ({ fileName }) => [fileName, sha256(await readFile(join(outputFolder, fileName)))]
  return Object.fromEntries(await Promise.all(chunks.map(hash)))
}

const buildLoader = async (chunks) => {
  // What follows the first screen would take its bandwidth.
  const preload = entryFiles(chunks)
  const listed = filesOfHosts(chunks)
  const integrity = await integrityOf(chunks.filter(({ fileName }) => listed.has(fileName)))
  return write(loaderBuild({ integrity, preload }))
}

const typeEntries = () => ({
  ...(exists(BROWSER_ENTRY) ? { 'fe.esm': BROWSER_ENTRY } : {}),
  ...(exists(REACT_ENTRY) ? { react: REACT_ENTRY } : {}),
  ...nodeEntries(),
})

const writeJson = (name, value) => writeFile(join(outputFolder, name), `${JSON.stringify(value, null, 2)}\n`)

/** `import 'front-entry/define'` registers the elements; `front-entry` itself has no side effect. */
const writeDefine = async () => {
  await writeFile(join(outputFolder, 'define.js'), "import { defineElements } from './fe.esm.js'\n\ndefineElements()\n")
  await writeFile(join(outputFolder, 'define.d.ts'), "import './fe.esm.js'\n\nexport {}\n")
}

const buildOpenapi = async () => {
  const { register } = await import('tsx/esm/api')
  const unregister = register()
  const { buildOpenApi } = await import('./openapi/build-openapi.ts')
  const { openapi } = await buildOpenApi()
  await writeJson('openapi.json', openapi)
  await unregister()
}

/** Builds the whole release; returns whether every budget holds. */
export const buildRelease = async () => {
  await rm(outputFolder, { recursive: true, force: true })
  const chunks = await timed('ES modules', () => write(browserBuild()))
  await timed('loader', () => buildLoader(chunks))
  if (Object.keys(nodeEntries()).length > 0) {
    await timed('server entries', () => write(nodeBuild()))
    await cp(join(root, MIGRATIONS), join(outputFolder, 'migrations'), { recursive: true })
  }
  if (exists(REACT_ENTRY)) await timed('react entry', () => write(reactBuild()))
  await timed('types', () => writeTypes(typeEntries(), outputFolder))
  await writeDefine()
  if (exists(OPENAPI)) await timed('openapi.json', buildOpenapi)
  await writeJson('custom-elements.json', customElementsManifest())
  const files = await timed('manifest, compression', () => writeManifest(outputFolder, version, loginFiles(chunks)))
  const sizes = Object.fromEntries(Object.entries(files).map(([file, facts]) => [file, facts.brotli ?? facts.size]))
  const rows = measure(chunks, sizes)
  printBudgets(rows)
  return !rows.some((row) => row.over)
}
