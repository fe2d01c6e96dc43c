import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { cssTextForEsbuild } from '../../cdn/css-text.mjs'
import { root, version } from './project.mjs'
import { componentTests } from './test-files.mjs'

/** Lists every browser test whose path begins with one of the filters. */
export const listBrowserTests = (filters = []) => {
  const wanted = filters.map((filter) => relative(root, join(root, filter)))
  return componentTests().filter((path) => wanted.length === 0 || wanted.some((start) => path.startsWith(start)))
}

/** Bundles in one pass with shared chunks, because React is CommonJS and the test server serves ES modules only. */
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
    inject: ['src/testing/untraced-react.ts', 'src/testing/report-errors.ts'],
    sourcemap: 'linked',
    chunkNames: 'chunks/[name]-[hash]',
    define: {
      'process.env.NODE_ENV': '"test"',
      'process.env.TEST_SEED': JSON.stringify(process.env.TEST_SEED ?? '0'),
      // Measurements run scaled down here, and in full by `npm run prove`.
      'process.env.ROW_SCALE': JSON.stringify(process.env.ROW_SCALE ?? '0.05'),
      // States are checked in one look, and in all looks with `FE_LOOKS=all`.
      'process.env.FE_LOOKS': JSON.stringify(process.env.FE_LOOKS ?? ''),
      __FE_VERSION__: JSON.stringify(version),
      __FE_FIRST_SCREEN__: 'undefined',
    },
    plugins: [cssTextForEsbuild],
    logLevel: 'warning',
  })
  return files.map((file) => join(outdir, file.replace(/\.tsx?$/, '.js')))
}
