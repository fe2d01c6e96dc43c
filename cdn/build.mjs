import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root, version } from '../demo-host/scripts/project.mjs'
import { browserBuild, loaderBuild, outputFolder, reactBuild, tagEntryBuild } from '../rollup.config.mjs'
import { isPreviewChunk, loginFiles, measure, printBudgets, tagFiles, withRoom } from './budgets.mjs'
import { customElementsManifest } from './custom-elements.mjs'
import { exists, REACT_ENTRY, TAG_ENTRY_FILE } from './entries.mjs'
import { recordFirstScreen } from './first-screen/index.mjs'
import { sha256, writeManifest } from './manifest.mjs'
import { assertNoPackages, writeNotices } from './notices.mjs'
import { writeNpmEntry } from './npm-entry.mjs'
import { timed, withTypeScript, write } from './passes.mjs'
import { tagEntryOf } from './tag-entry.mjs'
import { writeTexts } from './texts.mjs'

const OPENAPI = 'cdn/openapi/build-openapi.ts'

/**
 * Returns the files that a host's page may load. Preview's own chunks are not in the loader's list, because only
 * preview mode requests them: a page without a backend and without a user to protect. The gallery is not part of hosts'
 * pages either.
 */
const filesOfHosts = (chunks) => {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set()
  const visit = (file) => {
    const chunk = byFile.get(file)
    if (!chunk || seen.has(file) || isPreviewChunk(file)) return
    seen.add(file)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  visit('fe.esm.js')
  return seen
}

const integrityOf = async (files) => {
  const hash = async (file) => [file, sha256(await readFile(join(outputFolder, file)))]
  return Object.fromEntries(await Promise.all(files.map(hash)))
}

const buildLoader = async (chunks, { firstScreen, isMapped }) => {
  // Files that follow the first screen would use up its bandwidth.
  const preload = [TAG_ENTRY_FILE, ...loginFiles(chunks)]
  const integrity = await integrityOf([TAG_ENTRY_FILE, ...filesOfHosts(chunks)])
  return write(loaderBuild({ integrity, preload, firstScreen, isMapped }))
}

const writeJson = (name, value) => writeFile(join(outputFolder, name), `${JSON.stringify(value, null, 2)}\n`)

/** Writes `front-entry/define`, whose import registers the elements; `front-entry` itself has no side effect. */
const writeDefine = async () => {
  await writeFile(join(outputFolder, 'define.js'), "import { defineElements } from './fe.esm.js'\n\ndefineElements()\n")
  await writeFile(join(outputFolder, 'define.d.ts'), "import './fe.esm.js'\n\nexport {}\n")
}

const buildOpenapi = async () => {
  const { buildOpenApi } = await import('./openapi/build-openapi.ts')
  const { otherSchemas, packagedSchemas } = await import('../src/cli/packaged-schemas.ts')
  const { openapi, schemas } = await buildOpenApi()
  await writeJson('openapi.json', openapi)
  // The packaged server validates calls with the schemas, and reads most of them from `openapi.json`.
  const others = otherSchemas(openapi, schemas)
  const { components, operations } = packagedSchemas(openapi, others)
  const known = components.schemas
  assert.deepEqual({ ...known, ...schemas.components.schemas }, known)
  assert.deepEqual(operations, schemas.operations)
  await writeFile(join(outputFolder, 'operations.json'), JSON.stringify(others))
}

const typedPasses = async ({ isChecked }) => {
  const args = [join(root, 'cdn', 'typed-passes.mjs'), ...(isChecked ? [] : ['--no-type-check'])]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  process.once('exit', () => child.kill())
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error('types or server entries, see above')
}

const browserPasses = async (isMapped) => {
  const firstScreen = await timed('first screen', recordFirstScreen)
  const chunks = await timed('ES modules', () => write(browserBuild(firstScreen, { isMapped })))
  const { code } = chunks.find(({ fileName }) => fileName === 'fe.esm.js')
  const map = isMapped ? JSON.parse(await readFile(join(outputFolder, 'fe.esm.js.map'), 'utf8')) : undefined
  const entry = await tagEntryOf(code, JSON.parse(firstScreen), map)
  await timed('entry of the loader', () => write(tagEntryBuild(entry)))
  await timed('loader', () => buildLoader(chunks, { firstScreen, isMapped }))
  if (exists(REACT_ENTRY)) assertNoPackages(await timed('react entry', () => write(reactBuild())))
  return chunks
}

/**
 * Builds the whole release; resolves with the budgets that are exceeded. A type error fails it unless `isChecked` is
 * false. With `isMapped`, it writes source maps next to the files for browsers. `isRelease` lets budgets use what is
 * kept free for a release.
 */
export const buildRelease = async ({ isChecked = true, isMapped = false, isRelease = false } = {}) => {
  await rm(outputFolder, { recursive: true, force: true })
  // A type error ends the build at once.
  const [chunks] = await Promise.all([browserPasses(isMapped), typedPasses({ isChecked })])
  await writeDefine()
  await writeNpmEntry()
  if (exists(OPENAPI)) await timed('openapi.json', () => withTypeScript(buildOpenapi))
  await writeTexts()
  await writeJson('custom-elements.json', customElementsManifest())
  const packages = await writeNotices(outputFolder, chunks)
  const paths = { loginPath: loginFiles(chunks), tagPath: tagFiles(chunks) }
  const files = await timed('manifest, compression', () => writeManifest(outputFolder, version, { ...paths, packages }))
  const sizes = Object.fromEntries(Object.entries(files).map(([file, facts]) => [file, facts.brotli ?? facts.size]))
  const rows = withRoom(measure(chunks, sizes), { isRelease })
  printBudgets(rows)
  return rows.filter(({ over }) => over)
}
