import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const version = '6.176.0'
