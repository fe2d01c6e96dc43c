import { appendForwardedFor } from '../forwarded-for.ts'
import { NO_STORE } from '../responses.ts'

/** What the adapters use of Node's request; Express and Next.js hand out the same object. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string
  url?: string
  /** Express: the path before routers cut it. */
  originalUrl?: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  socket?: { remoteAddress?: string | undefined }
  /** Where a parser ran before. */
  body?: unknown
}

/** What the adapters use of Node's response. */
export interface NodeResponse {
  statusCode: number
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
  /** `false` when the client reads more slowly than is written. */
  write(chunk: Uint8Array): unknown
  end(): unknown
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
  destroy(): unknown
  /** Absent in HTTP/2. */
  destroyed?: boolean
  /** HTTP/2 only. */
  stream?: { destroyed: boolean }
}

const WITHOUT_BODY = new Set(['GET', 'HEAD'])

const headersOf = ({ headers, socket }: NodeRequest): Headers => {
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(':')) continue
    for (const each of [value ?? []].flat()) all.append(name, each)
  }
  appendForwardedFor(all, socket?.remoteAddress)
  return all
}

const toBytes = (chunk: unknown): Uint8Array =>
  typeof chunk === 'string' ? new TextEncoder().encode(chunk) : (chunk as Uint8Array) // a Node stream yields either

/** Reads nothing before it is asked to: a later handler may want the body. */
const lazily = (source: AsyncIterable<unknown>): ReadableStream<Uint8Array> => {
  let chunks: AsyncIterator<unknown> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        chunks ??= source[Symbol.asyncIterator]()
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(toBytes(value))
      },
    },
    { highWaterMark: 0 },
  )
}

const FORM = 'application/x-www-form-urlencoded'

/** A body that a parser has already read is written again. */
const bodyOf = (incoming: NodeRequest, headers: Headers): BodyInit => {
  const { body } = incoming
  if (body === undefined) return lazily(incoming)
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  headers.delete('content-length')
  if (headers.get('content-type')?.startsWith(FORM))
    return new URLSearchParams(body as Record<string, string>).toString()
  return JSON.stringify(body)
}

/** Node's request as a standard one. The path is joined as text: `//evil` beside a base would be another host. */
export const toRequest = (incoming: NodeRequest, origin: string): Request => {
  const method = incoming.method ?? 'GET'
  const path = incoming.originalUrl ?? incoming.url ?? '/'
  const url = URL.canParse(origin + path) && path.startsWith('/') ? new URL(origin + path) : new URL(origin)
  const headers = headersOf(incoming)
  const body = WITHOUT_BODY.has(method) ? undefined : bodyOf(incoming, headers)
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit) // `duplex` is missing in the DOM's types
}

/** Adds cookies to those that are there, and keeps caches out. */
export const addCookies = (response: NodeResponse, setCookies: readonly string[]): void => {
  const present = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const all = [...new Set([...present, ...setCookies])]
  if (all.length > 0) response.setHeader('set-cookie', all)
  response.setHeader('cache-control', NO_STORE)
  response.setHeader('vary', [response.getHeader('vary') ?? [], 'Cookie'].flat().map(String).join(', '))
}

/** A closed response emits neither `drain` nor `close` again. */
const isGone = ({ destroyed, stream }: NodeResponse): boolean => destroyed ?? stream?.destroyed ?? false

/** Until the client has read what was written, or has gone away. */
const drained = (response: NodeResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      response.off('drain', end)
      response.off('close', end)
      resolve()
    }
    response.once('drain', end)
    response.once('close', end)
  })

/**
 * Writes as fast as the client reads: of a long file, little is held. A body that fails after its first part ends the
 * connection, whatever the host does with the error: the client must not take what arrived for the whole.
 */
export const writeBody = async (body: ReadableStream<Uint8Array>, response: NodeResponse): Promise<void> => {
  const reader = body.getReader()
  let isBegun = false
  try {
    while (!isGone(response)) {
      const { done, value } = await reader.read()
      if (done) return
      isBegun = true
      if (response.write(value) === false && !isGone(response)) await drained(response)
    }
  } catch (error) {
    if (isBegun) response.destroy()
    throw error
  }
  await reader.cancel()
}

/** Writes a standard response. */
export const sendResponse = async (result: Response, response: NodeResponse): Promise<void> => {
  response.statusCode = result.status
  result.headers.forEach((value, name) => {
    if (name !== 'set-cookie') response.setHeader(name, value)
  })
  const cookies = result.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (result.body) await writeBody(result.body, response)
  response.end()
}
