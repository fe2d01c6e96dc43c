import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './commands.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

await runCommand(process.argv.slice(2), {
  root: ROOT,
  release: join(ROOT, 'cdn', version),
  version,
  // Only the server needs the schemas, and loading the code that builds them takes seconds.
  async readSchemas() {
    const { buildOpenApi } = await import('../../cdn/openapi/build-openapi.ts')
    return (await buildOpenApi()).schemas
  },
  call: (command) => `npm run ${command.replace(' ', ' -- ')}`,
  build: 'npm run build',
})
