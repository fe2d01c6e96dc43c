// Runs a TypeScript source in a process that a test starts: `node compiled.mjs <source> <argument …>`. The source and
// what it imports are bundled once and kept until one of these files changes: a process that loads 700 sources one by
// one takes three times the processor time to start.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { root } from '../project.mjs'

const KEPT = join(root, '.cache', 'node-tests', 'scripts')
const ENTRY = 'entry'
/** Bundles that no build has replaced for this long are removed; a process may still load parts of a younger one. */
const KEPT_MS = 24 * 3_600_000

const OPTIONS = {
  bundle: true,
  splitting: true,
  platform: 'node',
  packages: 'external',
  format: 'esm',
  target: `node${process.versions.node}`,
  jsx: 'automatic',
  sourcemap: 'linked',
  sourcesContent: false,
  outExtension: { '.js': '.mjs' },
  logLevel: 'error',
}

const hashOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** Returns a string that differs when one of the files has changed. */
const stateOf = (paths) =>
  paths
    .map((path) => {
      const { mtimeMs, size } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {}
      return `${path} ${mtimeMs} ${size}`
    })
    .join('\n')

const folderOf = (manifest, inputs) => `${manifest.replace(/\.json$/, '')}-${hashOf(stateOf(inputs))}`

const readManifest = (manifest) => (existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : undefined)

/** Returns the folder of the bundle, unless one of its sources has changed. */
const findBundle = (manifest) => {
  const { inputs = [], folder = '' } = readManifest(manifest) ?? {}
  return folder === folderOf(manifest, inputs) && existsSync(folder) ? folder : undefined
}

/** Moves a file or folder into place atomically, because other processes may read it or write the same one. */
const place = (draft, path) => {
  try {
    renameSync(draft, path)
  } catch (error) {
    if (!existsSync(path)) throw error
    rmSync(draft, { recursive: true })
  }
}

const removeOld = () => {
  for (const name of readdirSync(KEPT)) {
    const path = join(KEPT, name)
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {}
    if (Date.now() - mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true })
  }
}

const isNewerThan = (startedAt) => (path) =>
  (statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? startedAt) >= startedAt

const bundle = async (source, manifest) => {
  const [{ build }, { ownUrls }] = await Promise.all([import('esbuild'), import('../own-urls.mjs')])
  const draft = `${manifest}.${process.pid}`
  const startedAt = Date.now()
  const { metafile } = await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: { [ENTRY]: source },
    outdir: draft,
    metafile: true,
    plugins: [ownUrls],
  })
  const inputs = Object.keys(metafile.inputs).filter((path) => existsSync(join(root, path)))
  // The bundle may contain an earlier version of a source that changed during the build, so the next process builds
  // again.
  if (inputs.some(isNewerThan(startedAt))) return draft
  const folder = folderOf(manifest, inputs)
  place(draft, folder)
  writeFileSync(draft, JSON.stringify({ inputs, folder }))
  place(draft, manifest)
  removeOld()
  return folder
}

/** Returns the other dependencies of a bundle, in addition to its sources. */
const settingsOf = () => {
  const files = [
    fileURLToPath(import.meta.url),
    join(root, 'demo-host/scripts/own-urls.mjs'),
    join(root, 'tsconfig.json'),
  ]
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/esbuild/package.json'), 'utf8'))
  return [JSON.stringify(OPTIONS), version, ...files.map((path) => readFileSync(path, 'utf8'))].join('\n')
}

const [, own, given] = process.argv
const source = resolve(given)
const manifest = join(KEPT, `${hashOf(`${source}\n${settingsOf()}`)}.json`)
const folder = findBundle(manifest) ?? (await bundle(source, manifest))
process.argv.splice(process.argv.indexOf(own), 1)
process.setSourceMapsEnabled(true)
await import(pathToFileURL(join(folder, `${ENTRY}.mjs`)).href)
