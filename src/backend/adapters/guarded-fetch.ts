import { lookup as systemLookup } from 'node:dns/promises'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { isIP, type TcpNetConnectOpts } from 'node:net'
import { isInnerIp, isLoopbackHost } from '../call/inner-host.ts'

/** The URL resolves to an IP address in the server's network, or to none. */
export class InnerIpError extends Error {
  override readonly name = 'InnerIpError'
}

interface Found {
  address: string
  family: number
}

export interface GuardSettings {
  /** Allows `localhost`, even over `http:`, for a demo on one machine. @default false */
  allowLocal?: boolean | undefined
  /** Returns all IP addresses of a name; by default, those of the system's resolver. */
  resolve?: (host: string) => Promise<readonly Found[]>
}

interface FetchSettings extends GuardSettings {
  /**
   * Limits what is read of a response, in bytes and by the time after its headers; the rest is cut off. By default a
   * response is read whole, and one of more than 1 MB is an error.
   */
  startOnly?: Start
}

interface Start {
  bytes: number
  ms: number
}

const LIMIT_MS = 10_000
/** How long an IP address may take to accept a connection before the next one is tried; the last one has no limit. */
const ATTEMPT_MS = 1_000
const MAX_RESPONSE_BYTES = 1_048_576

const refused = (url: URL) => new InnerIpError(`${url.host} is not on the public Internet`)

const resolveAll = (host: string): Promise<readonly Found[]> => systemLookup(host, { all: true })

/** IP addresses of a name that are tried. The owner of the name chooses how many it has. */
const MAX_ATTEMPTS = 4

/** Returns the IP addresses to try, from both families in turn (RFC 8305 §4). */
const alternating = ([first, ...others]: readonly [Found, ...Found[]]): readonly [Found, ...Found[]] => {
  const same = others.filter(({ family }) => family === first.family)
  const different = others.filter(({ family }) => family !== first.family)
  const pairs = others.flatMap((_, at) => [different[at] ?? [], same[at] ?? []].flat())
  return [first, ...pairs.slice(0, MAX_ATTEMPTS - 1)]
}

/**
 * Returns the few IP addresses to connect to. All IP addresses of a name must be allowed, because the connection tries
 * one after the other until one accepts it (RFC 8305).
 */
export const guardedNumbers = async (url: URL, settings: GuardSettings): Promise<readonly [Found, ...Found[]]> => {
  const { allowLocal = false, resolve = resolveAll } = settings
  const isLocal = allowLocal && isLoopbackHost(url.hostname)
  if (url.username || url.password) throw refused(url)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) throw refused(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  const isGood = ({ address }: Found) => (isLocal ? isLoopback(address) : !isInnerIp(address))
  const [first, ...others] = found
  if (!first || !found.every(isGood)) throw refused(url)
  return alternating([first, ...others])
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.')

/**
 * Reads the start of a body. The status is enough for such a caller, so if the body breaks off, doesn't end, or doesn't
 * have the announced length, the part that was read is returned.
 */
const startOf = async (incoming: IncomingMessage, { bytes, ms }: Start): Promise<Buffer> => {
  const parts: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => incoming.destroy(), ms)
  try {
    for await (const part of incoming as AsyncIterable<Buffer>) {
      parts.push(part.subarray(0, bytes - size))
      size += part.length
      // Leaving the loop closes the connection.
      if (size >= bytes) break
    }
  } catch {
    // The status arrived.
  } finally {
    clearTimeout(timer)
  }
  return Buffer.concat(parts)
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length
    if (size > MAX_RESPONSE_BYTES) {
      incoming.destroy()
      throw new Error('The response is too large')
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const WITHOUT_BODY = [101, 204, 205, 304]

const responseOf = async (incoming: IncomingMessage, startOnly: Start | undefined): Promise<Response> => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  const status = incoming.statusCode ?? 502
  const body = await (startOnly ? startOf(incoming, startOnly) : bodyOf(incoming))
  return new Response(WITHOUT_BODY.includes(status) ? null : new Uint8Array(body), { status, headers })
}

/** Node.js passes on connection options that its types of a request lack. */
type ConnectOptions = RequestOptions & Pick<TcpNetConnectOpts, 'autoSelectFamily' | 'autoSelectFamilyAttemptTimeout'>

interface Outgoing {
  options: ConnectOptions
  body: Buffer
  startOnly: Start | undefined
}

const exchange = (url: URL, { options, body, startOnly }: Outgoing): Promise<Response> =>
  new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? tlsRequest : plainRequest
    const outgoing = send(url, options, (incoming) => {
      // Errors after the response has begun are reported by its body.
      outgoing.off('error', reject).on('error', () => undefined)
      responseOf(incoming, startOnly).then(resolve, reject)
    })
    outgoing.once('error', reject)
    outgoing.once('upgrade', (_incoming, socket) => {
      socket.destroy()
      reject(new Error('The response switches to another protocol'))
    })
    outgoing.end(body)
  })

/** Limits work that doesn't accept a signal. */
const within = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(signal.reason)
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  ])

/**
 * Creates a `fetch` for URLs that a user entered: the name is resolved once, its IP addresses are checked, and the
 * connection goes to one that was checked. Redirects are not followed; 10 s and 1 MB are the limits.
 *
 * @throws InnerIpError before anything is sent
 */
export const createGuardedFetch =
  ({ startOnly, ...settings }: FetchSettings = {}): ((input: string | URL, init?: RequestInit) => Promise<Response>) =>
  async (input, init = {}) => {
    const url = new URL(input)
    const work = guardedNumbers(url, settings)
    // The request's signal doesn't cover a slow name server.
    const found = await (init.signal ? within(work, init.signal) : work)
    const { method, headers, body, signal } = new Request(url, init)
    const limit = AbortSignal.timeout(LIMIT_MS)
    const options: ConnectOptions = {
      method,
      // Without this header, a server may compress its response (RFC 9110 §12.5.3).
      headers: { 'accept-encoding': 'identity', ...Object.fromEntries(headers) },
      agent: false,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      signal: AbortSignal.any([signal, limit]),
      lookup: (_host, { all }, callback) =>
        all ? callback(null, found as never) : callback(null, found[0].address, found[0].family),
    }
    const sent = body ? Buffer.from(await new Response(body).arrayBuffer()) : Buffer.alloc(0)
    return exchange(url, { options, body: sent, startOnly })
  }
