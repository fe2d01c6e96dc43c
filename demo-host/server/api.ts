import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Listener } from './listen.ts'

type Fetch = (request: Request, peer?: { address?: string }) => Promise<Response>

const WITHOUT_BODY = new Set(['GET', 'HEAD'])

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
  // The path is joined as text: `//evil` as a second argument of URL would be another host.
  const url = new URL(origin + (incoming.url?.startsWith('/') ? incoming.url : '/'))
  const body = WITHOUT_BODY.has(method) ? undefined : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
  return new Request(url, { method, headers: headersOf(incoming), body, signal: gone, duplex: 'half' } as RequestInit)
}

const send = async (answer: Response, response: ServerResponse): Promise<void> => {
  const cookies = answer.headers.getSetCookie()
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'set-cookie'))
  response.writeHead(answer.status, { ...headers, ...(cookies.length > 0 && { 'set-cookie': cookies }) })
  if (!answer.body) return void response.end()
  for await (const chunk of answer.body) response.write(chunk)
  response.end()
}

/** Node's HTTP around a function from `Request` to `Response`. */
export const createApi =
  (fetch: Fetch, origin: string): Listener =>
  async (incoming, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const address = incoming.socket.remoteAddress
    await send(await fetch(toRequest(incoming, origin, gone.signal), address ? { address } : {}), response)
  }
