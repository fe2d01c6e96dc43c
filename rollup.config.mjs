import { join, sep } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import nodeResolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import terser from '@rollup/plugin-terser'
import esbuild from 'rollup-plugin-esbuild'
import { chunkName, chunkOf, sourcePath } from './cdn/chunks.mjs'
import { cssText } from './cdn/css-text.mjs'
import {
  BROWSER_ENTRY,
  CORE_FILE,
  ERRORS_ENTRY,
  exists,
  GALLERY_ENTRY,
  LOADER_ENTRY,
  nodeEntries,
  REACT_ENTRY,
  TAG_ENTRY_FILE,
} from './cdn/entries.mjs'
import { NOTICE_COMMENT, noticeBanner } from './cdn/notices.mjs'
import { productionReact } from './cdn/production-react.mjs'
import { releaseTag } from './cdn/release-tag.mjs'
import { sourceName, withMap } from './cdn/source-maps.mjs'
import { typed } from './cdn/typed.mjs'
import { root, version } from './demo-host/scripts/project.mjs'

export const outputFolder = join(root, 'cdn', version)

const extensions = ['.mjs', '.js', '.ts', '.tsx', '.json']
/** `light-dark()`, `<dialog>`, popover and adopted sheets: the floor is there already. */
const TARGET = 'es2022'

const JSON_FILES = { '.json': 'json' }

const compile = () =>
  esbuild({ target: TARGET, jsx: 'automatic', tsconfig: join(root, 'tsconfig.json'), loaders: JSON_FILES })

const constants = (values) =>
  replace({
    preventAssignment: true,
    objectGuards: true,
    values: { 'process.env.NODE_ENV': '"production"', __FE_VERSION__: JSON.stringify(version), ...values },
  })

const minify = () =>
  terser({
    ecma: 2020,
    module: true,
    maxWorkers: 2,
    // Functions with statements stay apart: brotli finds repeated calls, not repeated bodies.
    compress: { inline: 1, passes: 3, pure_getters: true },
    format: { comments: NOTICE_COMMENT },
  })

/** V8 then compiles the whole file during its download, not function by function while the first field is rendered. */
const compileHint = (file) => ({
  name: 'compile-hint',
  generateBundle(_options, bundle) {
    if (!bundle[file]) return
    bundle[file].code = `//# allFunctionsCalledOnLoad\n${bundle[file].code}`
    withMap(bundle, bundle[file], (mappings) => `;${mappings}`)
  },
})

const onwarn = (warning, warn) => {
  if (warning.code === 'MODULE_LEVEL_DIRECTIVE' || warning.code === 'CIRCULAR_DEPENDENCY') return
  warn(warning)
}

/** Source maps are hidden: no script names them, so users' browsers never load them. */
const mapped = (isMapped) => ({
  sourcemap: isMapped && 'hidden',
  sourcemapPathTransform: sourceName(root),
})

/** The ES modules: one chunk per flow and page. */
export const browserBuild = (firstScreen, { isMapped = false } = {}) => ({
  input: { 'fe.esm': join(root, BROWSER_ENTRY), gallery: join(root, GALLERY_ENTRY) },
  output: {
    dir: outputFolder,
    format: 'es',
    ...mapped(isMapped),
    entryFileNames: '[name].js',
    chunkFileNames: chunkName,
    hoistTransitiveImports: true,
    minifyInternalExports: true,
    banner: noticeBanner,
    generatedCode: 'es2015',
    manualChunks: chunkOf,
    // Each chunk is a request and a line of the loader's integrity list: what several share is merged up to this size.
    experimentalMinChunkSize: 3_000,
  },
  // No façade in front of the entry (src/decisions/0008): chunks import what they share from it.
  preserveEntrySignatures: 'allow-extension',
  plugins: [
    productionReact(),
    nodeResolve({ browser: true, extensions }),
    commonjs({ strictRequires: 'auto' }),
    constants({ __FE_FIRST_SCREEN__: firstScreen }),
    cssText(),
    compile(),
    minify(),
    compileHint('fe.esm.js'),
    compileHint(CORE_FILE),
    releaseTag(),
  ],
  onwarn,
})

const CHUNK_FILE = /^chunks\/(.+)-([\w-]{7})\.js$/

/** The entry of pages with the loader, from the code of `fe.esm.js` without what the loader has. */
export const tagEntryBuild = ({ code, map, values, result }) => ({
  input: TAG_ENTRY_FILE,
  external: (id) => id !== TAG_ENTRY_FILE,
  makeAbsoluteExternalsRelative: false,
  preserveEntrySignatures: 'strict',
  output: { dir: outputFolder, format: 'es', entryFileNames: TAG_ENTRY_FILE, ...mapped(map !== undefined) },
  plugins: [
    {
      name: 'tag-entry',
      resolveId: (id) => (id === TAG_ENTRY_FILE ? id : null),
      load: (id) => (id === TAG_ENTRY_FILE ? { code, map } : null),
    },
    replace({ values, delimiters: ['', ''], preventAssignment: false }),
    {
      name: 'tag-entry-check',
      transform(replaced) {
        if (replaced !== result) this.error('More was replaced than what the loader has')
      },
    },
    minify(),
    compileHint(TAG_ENTRY_FILE),
  ],
  onwarn,
})

/** Names compress well and hashes not at all: apart they take 400 bytes less than as a finished import map. */
const chunkListOf = (integrity, preload) => {
  const files = Object.keys(integrity)
    .filter((file) => !preload.includes(file))
    .sort()
  const parts = files.map((file) => CHUNK_FILE.exec(file) ?? [])
  const tags = new Set(parts.map(([, , tag]) => tag))
  if (tags.size !== 1 || tags.has(undefined)) throw new Error(`The loader cannot list these names: ${files.join(', ')}`)
  return [
    parts.map(([, name]) => name).join(),
    ...tags,
    files.map((file) => integrity[file].replace(/=$/, '')).join(''),
  ]
}

/** The loader: `integrity` and `preload` come from the finished ES modules, `firstScreen` is JSON. */
export const loaderBuild = ({ integrity, preload, firstScreen, isMapped = false }) => ({
  input: join(root, LOADER_ENTRY),
  output: { file: join(outputFolder, 'fe.umd.js'), format: 'iife', strict: true, ...mapped(isMapped) },
  plugins: [
    constants({
      __FE_CHUNKS__: JSON.stringify(chunkListOf(integrity, preload)),
      __FE_PRELOAD__: JSON.stringify(preload.map((file) => [file, integrity[file]])),
      __FE_OWN_ENTRY__: JSON.stringify(TAG_ENTRY_FILE),
      __FE_FIRST_SCREEN__: firstScreen,
    }),
    nodeResolve({ browser: true, extensions }),
    cssText(),
    compile(),
    minify(),
    compileHint('fe.umd.js'),
  ],
  onwarn,
})

const isPackage = (id) => !id.startsWith('.') && !id.startsWith('/') && !id.includes(`${sep}src${sep}`)

/** Bytes before compression. Smaller chunks made the package 9 KB larger; larger ones add code to the entries for edges. */
const MIN_SERVER_CHUNK = 6_000

/**
 * Entries for servers: packages stay imports. Chunks are beside the entries, as the migrations are that one of them reads.
 * Their names share one hash: a process that loads a chunk after an upgrade in the same folder must not get that of the
 * new release, whose one-letter exports are others. This pass checks the types of all, unless `isChecked` is false.
 */
export const nodeBuild = ({ isChecked = true } = {}) => ({
  input: Object.fromEntries(Object.entries(nodeEntries()).map(([name, path]) => [name, join(root, path)])),
  external: isPackage,
  output: {
    dir: outputFolder,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash:7].js',
    experimentalMinChunkSize: MIN_SERVER_CHUNK,
  },
  plugins: [
    esbuild({ include: /\.json$/, loaders: JSON_FILES }),
    typed(root, { isChecked }),
    nodeResolve({ extensions, resolveOnly: [] }),
    constants({}),
    releaseTag({ folder: '' }),
  ],
  onwarn,
})

/** The error classes that `front-entry` exports to bundlers. */
export const errorsBuild = () => ({
  input: { errors: join(root, ERRORS_ENTRY) },
  output: { dir: outputFolder, format: 'es', entryFileNames: '[name].js' },
  plugins: [compile(), minify()],
  onwarn,
})

/** Hooks and provider share the host's React and the ES module of the page. */
export const reactBuild = () => ({
  input: { react: join(root, REACT_ENTRY) },
  external: (id) => isPackage(id),
  output: {
    dir: outputFolder,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: 'node/[name]-[hash].js',
    // Server components import the provider and the elements as they are.
    banner: "'use client'",
  },
  plugins: [
    {
      name: 'front-entry-is-external',
      resolveId: (source, importer) =>
        importer && /(^|\/)index\.ts$/.test(source) && sourcePath(join(importer, '..', source)) === BROWSER_ENTRY
          ? { id: 'front-entry', external: true }
          : null,
    },
    nodeResolve({ extensions, resolveOnly: [] }),
    constants({}),
    cssText(),
    compile(),
  ],
  onwarn,
})

export default [
  ...(exists(BROWSER_ENTRY) ? [browserBuild('undefined')] : []),
  ...(Object.keys(nodeEntries()).length > 0 ? [nodeBuild()] : []),
  ...(exists(REACT_ENTRY) ? [reactBuild()] : []),
]
