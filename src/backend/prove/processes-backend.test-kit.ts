// Run by `processes.test-kit.ts` as a process of its own. Arguments: database address, origin that browsers see.
import { createServer } from 'node:http'
import { sendResponse, toRequest } from '../../server/adapters/node-http.ts'
import { openNodeBackend } from '../node.ts'
import { API, APP } from '../suites/kit.test-kit.ts'

const [databaseUrl = ''] = process.argv.slice(2)

const backend = await openNodeBackend({ databaseUrl, apiUrl: API, appUrl: APP, seed: true })
const server = createServer((incoming, response) => {
  backend
    .fetch(toRequest(incoming, API))
    .then((result) => sendResponse(result, response))
    .catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`port ${typeof address === 'object' && address ? address.port : 0}\n`)
})
