// The keys of all texts, for the types of `localizations` and the advice on localhost: their sets are spread over chunks
// that load when a feature is shown. `node --import tsx demo-host/scripts/text-keys.mjs` writes them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { textSets } from './docs/reference/text-keys.mjs'
import { root } from './project.mjs'

const FILE = join(root, 'src/i18n/text-keys.ts')

const CONSTANT = /(?<=^export const TEXT_KEYS = \{\n).*?(?=^\} as const$)/ms

const lineOf = ({ path, texts }) => `  '${path}':\n    '${Object.keys(texts).sort().join(' ')}',\n`

/** Returns the source of the file with the current keys; its types are kept. */
export const textKeysSource = async () => {
  const lines = (await textSets()).map(lineOf).join('')
  return readFileSync(FILE, 'utf8').replace(CONSTANT, () => lines)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(FILE, await textKeysSource())
