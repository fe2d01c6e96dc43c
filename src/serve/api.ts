import type { IncomingMessage, ServerResponse } from 'node:http'
import { codeOfStatus } from '../rules/code-of-status.ts'
import { writeBody } from '../server/adapters/node-http.ts'
import type { Listener } from './listen.ts'
import { leavesTooMuch, lingerOn, readBody, settleBody } from './request-body.ts'

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
    return (leavesTooMuch(incoming) ? sendAndClose : send)(found, incoming, response)
  }
