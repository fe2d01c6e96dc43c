import { appendForwardedFor } from '../forwarded-for.ts'
import { NO_STORE } from '../responses.ts'

/** The part of Node's request that the adapters use; Express and Next.js pass the same object. */
export interface NodeRequest extends AsyncIterable<unknown> {
  method?: string
  url?: string
  /** Express sets the path before routers shorten it. */
  originalUrl?: string
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  socket?: { remoteAddress?: string | undefined }
  /** Set when a body parser has already run. */
  body?: unknown
}

/** The part of Node's response that the adapters use. */
export interface NodeResponse {
  statusCode: number
  getHeader(name: string): number | string | readonly string[] | undefined
  setHeader(name: string, value: string | readonly string[]): unknown
  /** Returns `false` when the client reads more slowly than the server writes. */
  write(chunk: Uint8Array): unknown
  end(): unknown
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
  destroy(): unknown
  /** `undefined` in HTTP/2. */
  destroyed?: boolean
  /** Set in HTTP/2 only. */
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

/** Returns a stream that reads nothing until it is pulled, because a later handler may need the body. */
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

/** Returns the body; one that a parser has already read is serialized again. */
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

/**
 * Converts Node's request to a standard one. The path is joined as text, because `//evil` resolved against a base would
 * be another host.
 */
export const toRequest = (incoming: NodeRequest, origin: string): Request => {
  const method = incoming.method ?? 'GET'
  const path = incoming.originalUrl ?? incoming.url ?? '/'
  const url = URL.canParse(origin + path) && path.startsWith('/') ? new URL(origin + path) : new URL(origin)
  const headers = headersOf(incoming)
  const body = WITHOUT_BODY.has(method) ? undefined : bodyOf(incoming, headers)
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit) // the DOM types lack `duplex`
}

/** Appends cookies to those of the response and forbids caching. */
export const addCookies = (response: NodeResponse, setCookies: readonly string[]): void => {
  const present = [response.getHeader('set-cookie') ?? []].flat().map(String)
  const all = [...new Set([...present, ...setCookies])]
  if (all.length > 0) response.setHeader('set-cookie', all)
  response.setHeader('cache-control', NO_STORE)
  response.setHeader('vary', [response.getHeader('vary') ?? [], 'Cookie'].flat().map(String).join(', '))
}

/** Returns whether the response is closed; if so, it emits neither `drain` nor `close` again. */
const isGone = ({ destroyed, stream }: NodeResponse): boolean => destroyed ?? stream?.destroyed ?? false

/** Resolves when the client has read what was written, or has disconnected. */
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
 * Writes as fast as the client reads, so that little of a long file is buffered. A body that fails after its first part
 * ends the connection however the host handles the error: the client must not take a partial body for the whole.
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
