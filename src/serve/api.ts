import type { IncomingMessage, ServerResponse } from 'node:http'
import { codeOfStatus } from '../rules/code-of-status.ts'
import { writeBody } from '../server/adapters/node-http.ts'
import type { Listener } from './listen.ts'

/**
 * Limit for discarding a body: more than any body the API accepts, because a client whose body was refused may still be
 * sending it.
 */
const MAX_DRAIN_BYTES = 2_000_000
/** A client that sends more slowly than this loses its connection. */
const MAX_DRAIN_MS = 2_000

/**
 * Returns the request's body, which is read on demand. Canceling it keeps the connection; Node's own conversion
 * destroys it, and the response with it.
 */
const readBody = (incoming: IncomingMessage): ReadableStream<Uint8Array> => {
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
const isRestTooLong = (incoming: IncomingMessage): boolean => {
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
const settleBody = (incoming: IncomingMessage): Promise<void> => drain(incoming, MAX_DRAIN_BYTES)

/**
 * Gives a client that is still sending time to read the response. Closing a connection with unread bytes resets it,
 * which can cost the client the response (RFC 9112 §9.6).
 */
const lingerOn = (incoming: IncomingMessage): Promise<void> => drain(incoming, Number.POSITIVE_INFINITY)

type Fetch = (request: Request, peer?: { address?: string }) => Promise<Response>

const WITHOUT_BODY = new Set(['GET', 'HEAD'])
/** Methods that no `Request` can have (Fetch §2.2.1); TRACE would echo cookies. */
const FORBIDDEN_METHODS = new Set(['TRACE', 'TRACK', 'CONNECT'])

const headersOf = (request: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? ''
    if (!name.startsWith(':')) headers.append(name, request.rawHeaders[at + 1] ?? '')
  }
  return headers
}

const toRequest = (incoming: IncomingMessage, origin: string, gone: AbortSignal): Request => {
  const method = incoming.method ?? 'GET'
  // The path is joined as text, because `//evil` as a second argument of URL would be another host.
  const url = new URL(origin + (incoming.url?.startsWith('/') ? incoming.url : '/'))
  const body = WITHOUT_BODY.has(method) ? undefined : readBody(incoming)
  return new Request(url, { method, headers: headersOf(incoming), body, signal: gone, duplex: 'half' } as RequestInit)
}

const notAllowed = (): Response =>
  Response.json(
    { errors: ['Method not allowed'], code: codeOfStatus(405) },
    { status: 405, headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' } },
  )

const headOf = ({ headers }: Response) => {
  const cookies = headers.getSetCookie()
  const others = Object.fromEntries([...headers].filter(([name]) => name !== 'set-cookie'))
  return { ...others, ...(cookies.length > 0 && { 'set-cookie': cookies }) }
}

const send = async (found: Response, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  response.writeHead(found.status, headOf(found))
  if (found.body) await writeBody(found.body, response)
  await settleBody(incoming)
  if (!incoming.complete) response.once('finish', () => incoming.destroy())
  response.end()
}

/**
 * Sends the whole response, with its length so that the client detects the end; then the connection ends, but not at
 * once.
 */
const sendAndClose = async (found: Response, incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = found.body && Buffer.from(await found.arrayBuffer())
  response.writeHead(found.status, {
    ...headOf(found),
    ...(body && { 'content-length': body.length }),
    connection: 'close',
  })
  response.flushHeaders()
  if (body) response.write(body)
  await lingerOn(incoming)
  response.once('finish', () => incoming.destroy())
  response.end()
}

/** Creates a Node HTTP listener around a function from `Request` to `Response`. */
export const createApi =
  (fetch: Fetch, origin: string): Listener =>
  async (incoming, response) => {
    if (FORBIDDEN_METHODS.has(incoming.method ?? '')) return send(notAllowed(), incoming, response)
    const gone = new AbortController()
    // An abort creates an error, which would take a third of the time of a small response if it followed each.
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    const address = incoming.socket.remoteAddress
    const found = await fetch(toRequest(incoming, origin, gone.signal), address ? { address } : {})
    // A network error of `fetch` ends the connection.
    if (found.type === 'error') return response.destroy()
    return (isRestTooLong(incoming) ? sendAndClose : send)(found, incoming, response)
  }
