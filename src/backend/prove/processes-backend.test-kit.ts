// Started by `processes.test-kit.ts` as a separate process. Arguments: database URL, origin that browsers see.
import { openNodeBackend } from '../node.ts'
import { API, APP } from '../suites/kit.test-kit.ts'
import { serveBackend } from './serve-backend.test-kit.ts'

const [databaseUrl = ''] = process.argv.slice(2)

const { port } = await serveBackend(await openNodeBackend({ databaseUrl, apiUrl: API, appUrl: APP, seed: true }))
process.stdout.write(`port ${port}\n`)
