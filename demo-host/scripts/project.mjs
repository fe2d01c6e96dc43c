import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** The only place of the version is `package.json`; `npm run release` writes it where a file can't read it. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
