// `processes.test-kit.ts` runs this file as a separate process. Its arguments are the database URL and the origin that
// browsers see.
import { openNodeBackend } from '../node.ts'
import { API, APP } from '../suites/kit.test-kit.ts'
import { serveBackend } from './serve-backend.test-kit.ts'

const [databaseUrl = ''] = process.argv.slice(2)

const { port } = await serveBackend(await openNodeBackend({ databaseUrl, apiUrl: API, appUrl: APP, seed: true }))
process.stdout.write(`port ${port}\n`)
