// `faults-fleet.test-kit.ts` runs this file as a separate process and kills it. Arguments: folder or URL of the
// database, URL of the payment provider. It loads everything first, and opens the database when a line of input
// requests it.
import { createInterface } from 'node:readline'
import { openNodeBackend } from '../../src/backend/node.ts'
import { serveBackend } from '../../src/backend/prove/serve-backend.test-kit.ts'
import { API, APP } from '../../src/backend/suites/kit.test-kit.ts'
import { STAND_IN } from './for-demo.ts'

const [database = '', providerUrl = ''] = process.argv.slice(2)

/** Milliseconds by which this process's clock is ahead of the machine's. */
let ahead = 0

const open = async (): Promise<number> => {
  const backend = await openNodeBackend({
    ...(database.startsWith('postgres') ? { databaseUrl: database } : { dataDir: database }),
    apiUrl: API,
    appUrl: APP,
    stripe: { ...STAND_IN, apiUrl: providerUrl },
    // The tests cause lost responses; each would be a warning.
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
    ports: { clock: { now: () => Date.now() + ahead } },
  })
  return (await serveBackend(backend)).port
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const [command, value] = line.split(' ')
  ahead = Number(value)
  if (command === 'open') {
    open().then(
      (port) => process.stdout.write(`port ${port}\n`),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  } else process.stdout.write(`clock ${ahead}\n`)
})
// Until the database is open, nothing else keeps this process running.
process.stdin.ref()
process.stdout.write('ready 0\n')
