import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SettingError } from './setting-values.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Node's 5 s end kept-alive connections at the moment a client writes its next call on one. */
const KEEP_ALIVE_MS = 75_000

const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'is reserved for administrators; choose one above 1023',
}

/** Opens a port of this machine only, unless `host` is one of its addresses on a network. */
export const listen = (
  listener: Listener,
  port: number,
  host = '127.0.0.1',
  onError: (error: unknown) => void = console.error,
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer((request, response) => {
      Promise.resolve(listener(request, response)).catch((error: unknown) => {
        onError(error)
        // The client has to notice that the rest of the response is missing.
        if (response.headersSent) return response.destroy()
        response.writeHead(500, { 'content-type': 'text/plain' })
        response.end('Internal error')
      })
    })
    server.keepAliveTimeout = KEEP_ALIVE_MS
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code && error.code in REFUSALS ? new SettingError(`PORT: port ${port} ${REFUSALS[error.code]}.`) : error,
      ),
    )
    server.listen(port, host, () => resolve(server))
  })

/** Stops listening and ends what is open: kept-alive connections would hold the process. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
