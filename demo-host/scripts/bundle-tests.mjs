import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build } from 'esbuild'
import { cssTextForEsbuild } from '../../cdn/css-text.mjs'
import { root } from './project.mjs'

/** These run in Node, see `test-node.mjs`. */
const NODE_FOLDERS = ['kernel', 'contract', 'rules', 'entitlements', 'backend', 'server']

const isBrowserTest = (path) =>
  /\.test\.tsx?$/.test(path) && !NODE_FOLDERS.some((folder) => path.startsWith(join('src', folder) + sep))

/** Every browser test whose path begins with one of the filters. */
export const listBrowserTests = async (filters = []) => {
  const entries = await readdir(join(root, 'src'), { recursive: true })
  const wanted = filters.map((filter) => relative(root, join(root, filter)))
  return entries
    .map((entry) => join('src', entry))
    .filter(isBrowserTest)
    .filter((path) => wanted.length === 0 || wanted.some((start) => path.startsWith(start)))
    .sort()
}

/** Bundles in one pass, with shared chunks: React is CommonJS and the test server serves ES modules only. */
export const bundleTests = async (files, outdir) => {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => ({ in: file, out: file.replace(/\.tsx?$/, '') })),
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    sourcemap: 'inline',
    chunkNames: 'chunks/[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"test"', __FE_VERSION__: '"6.176.0"' },
    plugins: [cssTextForEsbuild],
    logLevel: 'warning',
  })
  return files.map((file) => join(outdir, file.replace(/\.tsx?$/, '.js')))
}
