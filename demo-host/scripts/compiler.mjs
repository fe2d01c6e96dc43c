// The compiler that checks types. The builds compile with the one that has an interface for programs (see
// src/decisions/0135).
import { join } from 'node:path'

export const COMPILER = [join('node_modules', 'typescript-native/bin/tsc')]

/** Returns arguments for a check that stores its state in a file, so that the next one reads only changed files. */
export const checkTypesWith = (kept) => ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', kept]

/** The file that `npm run check` and `npm test` keep. */
export const KEPT_TYPES = join('.work', 'types.tsbuildinfo')
