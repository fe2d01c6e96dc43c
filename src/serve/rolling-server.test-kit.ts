import { openNodeBackend } from '../backend/node.ts'
import { APP } from '../backend/suites/kit.test-kit.ts'
import { createApi } from './api.ts'
import { serveBackend } from './serve.ts'
import { onEndSignals } from './shutdown.ts'

// `rolling.test-kit.ts` runs this file as a separate process: the production server around a backend with sample users,
// which delivers webhooks to this machine. Arguments: URL of the database, port, public origin, and, if the first URL
// leads to a pooler, the URL of the database itself.

const [databaseUrl = '', port = '', apiUrl = '', databaseDirectUrl] = process.argv.slice(2)

const backend = await openNodeBackend({
  databaseUrl,
  databaseDirectUrl,
  apiUrl,
  appUrl: APP,
  seed: true,
  allowLocalProviders: true,
  trustedProxies: ['127.0.0.1'],
})
const server = await serveBackend(backend, createApi(backend.fetch, apiUrl), {
  host: '127.0.0.1',
  port: Number(port),
  shutdown: { graceMs: 1_000, limitMs: 20_000 },
})
onEndSignals({
  first: () => void server.close().then(() => process.exit(0)),
  second: () => process.exit(1),
})
process.stdout.write('ready\n')
