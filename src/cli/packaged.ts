import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './commands.ts'

/** The package contains the release next to this file. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url))

await runCommand(process.argv.slice(2), {
  root: process.cwd(),
  release: FOLDER.replace(/[\\/]$/, ''),
  version: __FE_VERSION__,
  readSchemas: async () => JSON.parse(await readFile(join(FOLDER, 'schemas.json'), 'utf8')),
  call: (command) => `npx front-entry ${command}`,
  build: 'npm install front-entry',
})
