import type { IncomingMessage } from 'node:http'

/** This is more than any body the API accepts, because a client whose body was refused may still be sending it. */
const MAX_DRAIN_BYTES = 2_000_000
/** A client that sends more slowly than this loses its connection. */
const MAX_DRAIN_MS = 2_000

/**
 * Returns the request's body, which is read on demand. Canceling it keeps the connection; Node's own conversion
 * destroys it, and the response with it.
 */
export const readBody = (incoming: IncomingMessage): ReadableStream<Uint8Array> => {
  const chunks = incoming.iterator({ destroyOnReturn: false })
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns whether too much of the body remains to keep the connection; an unknown length counts as too much. */
export const leavesTooMuch = (incoming: IncomingMessage): boolean => {
  if (incoming.complete) return false
  if (incoming.headers['transfer-encoding'] !== undefined) return true
  return !(Number(incoming.headers['content-length'] ?? 0) <= MAX_DRAIN_BYTES)
}

/** Reads and discards the body until it ends, `maxBytes` have arrived, or the client was too slow. */
const drain = (incoming: IncomingMessage, maxBytes: number): Promise<void> =>
  new Promise((resolve) => {
    if (incoming.destroyed || (incoming.complete && incoming.readableLength === 0)) return resolve()
    let size = 0
    const timer = setTimeout(done, MAX_DRAIN_MS)
    function done() {
      clearTimeout(timer)
      incoming.off('data', take).off('end', done).off('close', done)
      resolve()
    }
    function take(chunk: Uint8Array) {
      size += chunk.length
      if (size > maxBytes) done()
    }
    incoming.removeAllListeners('readable')
    incoming.on('data', take).once('end', done).once('close', done).resume()
  })

/** Discards the rest of the body, because the next request of a kept-alive connection begins after it. */
export const settleBody = (incoming: IncomingMessage): Promise<void> => drain(incoming, MAX_DRAIN_BYTES)

/**
 * Gives a client that is still sending time to read the response. Closing a connection with unread bytes resets it,
 * which can cost the client the response (RFC 9112 §9.6).
 */
export const lingerOn = (incoming: IncomingMessage): Promise<void> => drain(incoming, Number.POSITIVE_INFINITY)
