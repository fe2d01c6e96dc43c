import { createServer } from 'node:http'
import { sendResponse, toRequest } from '../../server/adapters/node-http.ts'
import { API } from '../suites/kit.test-kit.ts'

/** Serves a backend on a free port of this machine. */
export const serveBackend = async ({ fetch }: { fetch(request: Request): Promise<Response> }) => {
  const server = createServer((incoming, response) => {
    fetch(toRequest(incoming, API))
      .then((result) => sendResponse(result, response))
      .catch((error: unknown) => {
        console.error(error)
        response.destroy()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
