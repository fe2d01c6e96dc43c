import { join, relative, sep } from 'node:path'
import { build, context } from 'esbuild'
import {
  BROWSER_ENTRY,
  CORE_ENTRY,
  GALLERY_ENTRY,
  LOADER_ENTRY,
  nodeEntries,
  REACT_ENTRY,
} from '../../../cdn/entries.mjs'
import { root, version } from '../project.mjs'

/** Files are kept in memory; source maps name the sources relative to this folder. */
const OUTPUT = join(root, 'cdn', version)
/**
 * Number of builds that are kept, because pages that were opened before the last edits still load chunks of their own
 * build.
 */
const KEPT_BUILDS = 5

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  outdir: OUTPUT,
  target: 'es2022',
  jsx: 'automatic',
  sourcemap: 'linked',
  logLevel: 'silent',
}

const constants = (values) => ({
  'process.env.NODE_ENV': '"development"',
  __FE_VERSION__: JSON.stringify(version),
  // Recording it would add a second to each edit.
  __FE_FIRST_SCREEN__: 'undefined',
  ...values,
})

const toFiles = ({ outputFiles }) =>
  new Map(
    outputFiles.map(({ path, contents, hash }) => [
      relative(OUTPUT, path).split(sep).join('/'),
      { body: contents, tag: `"${hash.replaceAll('"', '')}"` },
    ]),
  )

const openBrowserContext = (styles) =>
  context({
    ...COMMON,
    entryPoints: [
      { in: BROWSER_ENTRY, out: 'fe.esm' },
      { in: CORE_ENTRY, out: 'core' },
      { in: GALLERY_ENTRY, out: 'gallery' },
    ],
    splitting: true,
    format: 'esm',
    chunkNames: 'chunks/[name]-[hash]',
    define: constants(),
    plugins: [styles.plugin],
    metafile: true,
  })

/** Without a list of chunks the loader checks no hashes and preloads nothing: both change with every edit. */
const openLoaderContext = (styles) =>
  context({
    ...COMMON,
    entryPoints: [{ in: LOADER_ENTRY, out: 'fe.umd' }],
    format: 'iife',
    define: constants({ __FE_CHUNKS__: '["","",""]', __FE_PRELOAD__: '[]', __FE_OWN_ENTRY__: '"fe.esm.js"' }),
    plugins: [styles.plugin],
    metafile: true,
  })

const DEFINE = {
  body: Buffer.from("import { defineElements } from './fe.esm.js'\n\ndefineElements()\n"),
  tag: '"define"',
}

/** Hooks and provider share the ES module of the page, as they do in the release. */
const frontEntryIsExternal = {
  name: 'front-entry-is-external',
  setup({ onResolve }) {
    onResolve({ filter: /(^|\/)index\.ts$/ }, ({ path, resolveDir }) =>
      join(resolveDir, path) === join(root, BROWSER_ENTRY) ? { path: 'front-entry', external: true } : undefined,
    )
  },
}

/** Builds the entries that no page of the demo host loads, when one is requested. */
const buildOther = async (styles) => {
  const shared = {
    ...COMMON,
    splitting: true,
    format: 'esm',
    packages: 'external',
    define: constants(),
    chunkNames: 'node/[name]-[hash]',
  }
  const [react, node] = await Promise.all([
    build({
      ...shared,
      entryPoints: { react: REACT_ENTRY },
      banner: { js: "'use client'" },
      plugins: [frontEntryIsExternal, styles.plugin],
    }),
    build({ ...shared, entryPoints: nodeEntries(), platform: 'node' }),
  ])
  return new Map([...toFiles(react), ...toFiles(node)])
}

const sameFiles = (one, other) =>
  one?.size === other.size && [...other].every(([name, { tag }]) => one.get(name)?.tag === tag)

/** Builds the files of the release for development and keeps them in memory. */
export const openFrontEnd = async (styles) => {
  const contexts = await Promise.all([openBrowserContext(styles), openLoaderContext(styles)])
  let builds = []
  let inputs
  let other
  let first
  const firstBuild = new Promise((resolve) => {
    first = resolve
  })

  /**
   * Builds again and resolves with whether the files changed.
   * @throws the failure of esbuild; the files of the last build stay.
   */
  const rebuild = async () => {
    const results = await Promise.allSettled(contexts.map((each) => each.rebuild()))
    const failure = results.find(({ status }) => status === 'rejected')
    if (failure) {
      inputs = undefined
      throw failure.reason
    }
    const done = results.map(({ value }) => value)
    inputs = new Set(done.flatMap(({ metafile }) => Object.keys(metafile.inputs)))
    const files = new Map([...done.flatMap((result) => [...toFiles(result)]), ['define.js', DEFINE]])
    const isChanged = !sameFiles(builds[0], files)
    builds = [files, ...builds].slice(0, KEPT_BUILDS)
    other = undefined
    first()
    return isChanged
  }

  const isOther = (name) =>
    /^(react\.js|node\/)/.test(name) || Object.keys(nodeEntries()).some((entry) => name.startsWith(`${entry}.js`))

  return {
    rebuild,
    /** Returns whether an edit affects the build; after a failed build, any file may be the one that it needs. */
    uses: (paths) => paths.some((path) => (inputs ? inputs.has(path) : path.startsWith('src/'))),
    /** Waits for the first build. */
    async find(name) {
      await firstBuild
      const found = builds.find((files) => files.has(name))?.get(name)
      if (found || !isOther(name)) return found
      other ??= buildOther(styles)
      return (await other).get(name)
    },
    async list() {
      await firstBuild
      return builds[0]
    },
    dispose: () => Promise.all(contexts.map((each) => each.dispose())),
  }
}
