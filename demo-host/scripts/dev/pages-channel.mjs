import { randomUUID } from 'node:crypto'
import { WebSocketServer } from 'ws'

/** Origins of pages on this machine, at any port. */
const LOCAL = /^https?:\/\/((\w+\.)*localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Returns whether pages of this origin may read sources and errors; other sites that the developer visits may not. */
export const createOriginCheck = (allowedOrigins) => (origin) =>
  LOCAL.test(origin ?? '') || allowedOrigins.includes(origin)

/**
 * Creates the channel to the open pages. It is a WebSocket, because a browser opens at most six streams of server-sent
 * events to a host: with six tabs, none would load another file.
 */
export const createPagesChannel = (isAllowed) => {
  const run = randomUUID()
  const sockets = new WebSocketServer({ noServer: true })
  /** Problems are also sent to pages that connect later. */
  let problems = []
  const styles = new Map()
  const sendTo = (client, message) => client.send(JSON.stringify(message))
  const sendAll = (message) => {
    for (const client of sockets.clients) sendTo(client, message)
  }
  sockets.on('connection', (client) => {
    client.on('error', () => client.terminate())
    sendTo(client, { type: 'hello', run })
    sendTo(client, { type: 'problems', problems })
    for (const [file, text] of styles) sendTo(client, { type: 'style', file, text })
  })
  return {
    upgrade(request, socket, head) {
      if (request.url !== '/dev/pages' || !isAllowed(request.headers.origin)) return socket.destroy()
      sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request))
    },
    /** Replaces a style sheet in place. */
    sendStyle(file, text) {
      styles.set(file, text)
      sendAll({ type: 'style', file, text })
    },
    /** Drops style sheets of `sent`, which were replaced in place until now: the files contain all of them. */
    endStyles(sent) {
      for (const [file, text] of sent) if (styles.get(file) === text) styles.delete(file)
      sendAll({ type: 'built' })
    },
    styles: () => new Map(styles),
    sendProblems(all) {
      problems = all
      sendAll({ type: 'problems', problems })
    },
    reload: () => sendAll({ type: 'reload' }),
    close() {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}
