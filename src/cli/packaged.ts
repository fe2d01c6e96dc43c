import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './commands.ts'
import { packagedSchemas } from './packaged-schemas.ts'

/** The package contains the release next to this file. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url))

const readJson = async (file: string) => JSON.parse(await readFile(join(FOLDER, file), 'utf8'))

await runCommand(process.argv.slice(2), {
  root: process.cwd(),
  release: FOLDER.replace(/[\\/]$/, ''),
  version: __FE_VERSION__,
  readSchemas: async () => packagedSchemas(await readJson('openapi.json'), await readJson('operations.json')),
  call: (command) => `npx front-entry ${command}`,
  build: 'npm install front-entry',
})
