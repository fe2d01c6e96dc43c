import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOpenApi } from '../../cdn/openapi/build-openapi.ts'
import { runCommand } from './commands.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

await runCommand(process.argv.slice(2), {
  root: ROOT,
  release: join(ROOT, 'cdn', version),
  version,
  readSchemas: async () => (await buildOpenApi()).schemas,
  call: (command) => `npm run ${command.replace(/ (?=-)/, ' -- ')}`,
  build: 'npm run build',
})
