import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { SettingError } from './setting-values.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** With Node's default of 5 s, a kept-alive connection may end just as a client sends its next call. */
const KEEP_ALIVE_MS = 75_000

const PORT_REFUSALS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'is reserved for administrators; choose one above 1023',
}

/** Codes of an IP address of another machine, or of a version of IP that this machine doesn't have. */
const HOST_REFUSALS = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND']

/** Returns an error that names the setting to change, if a setting is the reason. */
const refusalOf = (error: NodeJS.ErrnoException, port: number, host: string): Error => {
  const { code = '' } = error
  if (HOST_REFUSALS.includes(code)) return new SettingError(`HOST: this machine has no IP address ${host} (${code}).`)
  const reason = PORT_REFUSALS[code]
  return reason ? new SettingError(`PORT: port ${port} ${reason}.`) : error
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
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusalOf(error, port, host)))
    server.listen(port, host, () => resolve(server))
  })

/** Stops listening and ends open connections, because kept-alive ones would keep the process alive. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
