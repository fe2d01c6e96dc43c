import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'
import { cssTextForEsbuild } from '../../cdn/css-text.mjs'
import { root, version } from './project.mjs'
import { componentTests } from './test-files.mjs'

/** Lists every browser test whose path begins with one of the filters. */
export const listBrowserTests = (filters = []) => {
  const wanted = filters.map((filter) => relative(root, join(root, filter)))
  return componentTests().filter((path) => wanted.length === 0 || wanted.some((start) => path.startsWith(start)))
}

/** The bundle of all tests, in the folder of the files that load it. */
const BUNDLE = 'tests.js'

const nameOf = (file) => file.replace(/\.tsx?$/, '')

/** Returns a module that runs one of the tests: `run('src/rules/csv.test')`. */
const entryOf = (files) => {
  const cases = files.map((file) => `  ${JSON.stringify(nameOf(file))}: () => import('./${file}'),`)
  return `const tests = {\n${cases.join('\n')}\n}\nexport const run = (name) => tests[name]()\n`
}

/** Writes the file of a test, by whose name the runner reports it. */
const writeTest = async (file, outdir) => {
  const name = nameOf(file)
  const path = join(outdir, `${name}.js`)
  await mkdir(dirname(path), { recursive: true })
  const up = '../'.repeat(name.split('/').length - 1)
  await writeFile(path, `import { run } from './${up}${BUNDLE}'\nawait run(${JSON.stringify(name)})\n`)
  return path
}

/**
 * Bundles all tests into one file, because React is CommonJS and the test server serves ES modules only. A page
 * evaluates only the modules that its test imports. In chunks, a test of a whole element loaded hundreds of files, which
 * took half a second of processor time.
 */
export const bundleTests = async (files, outdir) => {
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await build({
    absWorkingDir: root,
    stdin: { contents: entryOf(files), resolveDir: root, sourcefile: 'tests.ts', loader: 'ts' },
    outfile: join(outdir, BUNDLE),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    inject: ['src/testing/untraced-react.ts', 'src/testing/report-errors.ts'],
    sourcemap: 'linked',
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
  return Promise.all(files.map((file) => writeTest(file, outdir)))
}
