import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** `package.json` is the only source of the version; `npm run release` writes it into files that can't read it. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
