import type { IncomingMessage } from 'node:http'

/** More than any body the API accepts: a client whose body was refused half-way may still be sending it. */
const MAX_DRAIN_BYTES = 2_000_000
/** A client that sends slower than this loses its connection, not ours. */
const MAX_DRAIN_MS = 2_000

/**
 * The request's body, read only as far as it is asked for. Giving it up leaves the connection alone; Node's own
 * conversion destroys it, and the response with it.
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

/** Whether too much of the body is still to come to keep the connection: an unknown length counts as too much. */
export const leavesTooMuch = (incoming: IncomingMessage): boolean => {
  if (incoming.complete) return false
  if (incoming.headers['transfer-encoding'] !== undefined) return true
  return !(Number(incoming.headers['content-length'] ?? 0) <= MAX_DRAIN_BYTES)
}

/** Reads and forgets the body until it ends, `maxBytes` have come, or the client was too slow. */
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

/** Takes what the handler left of the body: the next request of a kept-alive connection begins behind it. */
export const settleBody = (incoming: IncomingMessage): Promise<void> => drain(incoming, MAX_DRAIN_BYTES)

/**
 * Gives a client that is still sending the time to read the response. Closing over unread bytes resets the connection,
 * which can cost the client the response (RFC 9112 §9.6).
 */
export const lingerOn = (incoming: IncomingMessage): Promise<void> => drain(incoming, Number.POSITIVE_INFINITY)
