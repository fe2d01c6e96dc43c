// The compiler that checks types. The builds compile with the one that has an interface for programs (see
// src/decisions/0135).
import { join } from 'node:path'

export const COMPILER = [join('node_modules', 'typescript-native/bin/tsc')]

/**
 * Several checkers repeat each other's work: on one core, a first check takes 12 s of processor time instead of 20 s.
 * `npm run dev` uses all cores, because nothing else runs then.
 */
export const ONE_CORE = '--singleThreaded'

/** Returns arguments for a check that stores its state in a file, so that the next one reads only changed files. */
export const checkTypesWith = (kept) => ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', kept]

/** The file that `npm run check` and `npm test` keep. */
export const KEPT_TYPES = join('.work', 'types.tsbuildinfo')
