import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Listener } from './listen.ts'

export interface DrainTimes {
  /**
   * Time during which new connections are still accepted, so that load balancers notice that the server is no longer
   * ready.
   */
  graceMs: number
  /** Time that calls may take, from the start of the drain; calls that are still running then are aborted. */
  limitMs: number
}

/** If a turn of the event loop is shorter, hardly any time passed since connections were accepted. */
const QUIET_TURN_MS = 0.25
/** Calls in progress may keep a process busy for longer. */
const MAX_WAIT_FOR_QUIET_MS = 5_000

/**
 * Resolves right after all waiting connections were accepted. When a server stops listening, connections that the
 * system has accepted but not yet passed to Node are reset, which costs their clients a call.
 */
const untilAccepted = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    let accepted = 0
    const count = () => {
      accepted += 1
    }
    const look = () => {
      const turnedAt = performance.now()
      const before = accepted
      setImmediate(() => {
        const now = performance.now()
        // One turn of the event loop may accept only one of several waiting connections.
        const isQuiet = accepted === before && now - turnedAt < QUIET_TURN_MS
        if (!isQuiet && now - startedAt < MAX_WAIT_FOR_QUIET_MS) return look()
        server.off('connection', count)
        resolve()
      })
    }
    server.on('connection', count)
    setImmediate(look)
  })

/**
 * Time for which idle connections stay open after the server has stopped listening. A call that a client sends while
 * the server closes its connection is lost, and a proxy doesn't repeat a POST, so the client should close first. The
 * proxies in `cdn/deploy/` do so after 2 seconds.
 */
const IDLE_MS = 3_000

export interface Drainable {
  /** The given listener, for the server that will drain. */
  listener: Listener
  /** Notes the connections of the server; must be called before it accepts any. */
  watch(server: Server): void
  /**
   * Stops listening after the grace period, then asks clients to close their kept-alive connections, and resolves when
   * the last connection has ended.
   */
  drain(server: Server, times: DrainTimes): Promise<void>
}

/** Lets a server end without a failed call. */
export const createDrainable = (listener: Listener): Drainable => {
  const open = new Set<ServerResponse>()
  /** Connections without a request, as browsers open them in advance; Node doesn't consider them idle. */
  const silent = new Set<Socket>()
  let isStopped = false
  let afterClose: () => void = () => undefined
  let held: Promise<void> | undefined

  const askToClose = (response: ServerResponse) => {
    if (!response.headersSent) response.shouldKeepAlive = false
  }

  /** Stops listening. While connections are accepted, no call may begin that would delay the next connection. */
  const stop = async (server: Server, onClosed: () => void) => {
    let release: () => void = () => undefined
    held = new Promise((resolve) => {
      release = resolve
    })
    await untilAccepted(server)
    // `close` of an HTTP server would also close idle connections, on which a call may be arriving.
    NetServer.prototype.close.call(server, onClosed)
    isStopped = true
    for (const response of open) askToClose(response)
    held = undefined
    release()
    setTimeout(() => {
      // A call that has arrived meanwhile is read first.
      const closeIdle = () => setImmediate(() => server.closeIdleConnections())
      // A response that began before the server stopped leaves its connection open.
      afterClose = closeIdle
      setImmediate(() => {
        for (const socket of silent) socket.destroy()
        closeIdle()
      })
    }, IDLE_MS).unref()
  }

  return {
    watch: (server) =>
      void server.on('connection', (socket: Socket) => {
        silent.add(socket)
        socket.once('close', () => silent.delete(socket))
      }),
    async listener(request, response) {
      silent.delete(request.socket)
      open.add(response)
      if (isStopped) askToClose(response)
      response.once('close', () => {
        open.delete(response)
        afterClose()
      })
      if (held) await held
      return listener(request, response)
    },
    drain: (server, { graceMs, limitMs }) =>
      new Promise((resolve) => {
        const limit = setTimeout(() => server.closeAllConnections(), limitMs)
        const onClosed = () => {
          clearTimeout(limit)
          resolve()
        }
        setTimeout(() => void stop(server, onClosed), graceMs)
      }),
  }
}
