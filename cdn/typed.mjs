import { join } from 'node:path'
import typescript from '@rollup/plugin-typescript'
import ts from 'typescript'

const notWatched = () => ({ close: () => undefined })

/**
 * A build runs once: a watcher for every source takes time, and those of a failed build would keep its process alive.
 */
const compiler = { ...ts, sys: { ...ts.sys, watchFile: notWatched, watchDirectory: notWatched } }

const TESTS = ['**/*.{test,prove,suite,test-kit}.{ts,tsx}', '**/testing/**', '**/prove/**', '**/suites/**']

/**
 * Creates the compiler's plugin. It fails the build for a type error in any source of the release, even in a page that
 * only another entry imports, or none (src/decisions/0086). The other passes compile with esbuild, which ignores types.
 * With `isChecked` false it compiles to the same bytes, for `npm test`, whose type check of all sources runs in parallel.
 */
export const typed = (folder, { isChecked = true } = {}) =>
  typescript({
    typescript: compiler,
    tsconfig: join(folder, 'tsconfig.json'),
    filterRoot: folder,
    include: ['src/**/*.{ts,tsx}'],
    exclude: TESTS,
    noEmitOnError: true,
    noCheck: !isChecked,
    noEmit: false,
    // Required to emit anything, because sources import with file extensions.
    rewriteRelativeImportExtensions: true,
    removeComments: true,
    sourceMap: false,
  })
