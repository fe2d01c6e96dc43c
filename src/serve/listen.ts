import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SettingError } from './setting-values.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** With Node's default of 5 s, a kept-alive connection may end just as a client sends its next call. */
const KEEP_ALIVE_MS = 75_000

const REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'is reserved for administrators; choose one above 1023',
}

/** Listens on a port of this machine only, unless `host` is one of its network addresses. */
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
        // The client must notice that the rest of the response is missing.
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

/** Stops listening and ends open connections, because kept-alive ones would keep the process alive. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
