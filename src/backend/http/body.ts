import { badRequest, Refusal } from '../call/refusal.ts'
import { repeatedParameter } from '../domain/oauth/parameters.ts'

const MAX_BODY_BYTES = 1_000_000
/** A SAML response that a browser posts may name thousands of groups. */
const MAX_FORM_BYTES = 3_000_000
/**
 * Anyone may send parameters of OAuth, which are read before the client is checked. SAML logout messages, which browsers
 * post, have half this length at most.
 */
const MAX_PARAMETER_BYTES = 100_000
/** Far deeper than any call of the contract; code that walks a body by recursion stays within the stack. */
const MAX_DEPTH = 64

const tooLarge = () => new Refusal(413, ['Error request is too large'])

/** Reads no more than the limit, regardless of `Content-Length`. */
const readBytes = async (request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge()
  // Firefox has no `Request.prototype.body`; there the backend runs in the page, for preview mode.
  if (!('body' in request)) return wholeBody(request, maxBytes)
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  while (reader) {
    // A body ends early only because of the client or the network in between.
    const { done, value } = await reader.read().catch(() => {
      throw badRequest('The request was cut off')
    })
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    chunks.push(value)
  }
  return joined(chunks, size)
}

const wholeBody = async (request: Pick<Request, 'arrayBuffer'>, maxBytes: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (bytes.byteLength > maxBytes) throw tooLarge()
  return bytes
}

const joined = (chunks: readonly Uint8Array[], size: number): Uint8Array => {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

/** Walks level by level, because a deep value would exhaust the stack of a recursion. */
const isDeeperThan = (value: object, depth: number): boolean => {
  let level: object[] = [value]
  for (let at = 0; at < depth && level.length > 0; at += 1) {
    level = level.flatMap((each) => Object.values(each).filter((child) => typeof child === 'object' && child !== null))
  }
  return level.length > 0
}

/**
 * Returns the JSON object of the request; an empty body or `null` counts as an empty object.
 *
 * @param maxBytes more than the usual limit, for callers whose credentials were checked
 */
export const readJsonObject = async (request: Request, maxBytes?: number): Promise<Record<string, unknown>> => {
  const bytes = await readBytes(request, maxBytes)
  if (bytes.byteLength === 0) return {}
  const body = parse(bytes)
  if (body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw badRequest('The body must be a JSON object')
  if (isDeeperThan(body, MAX_DEPTH)) throw badRequest('The body is nested too deeply')
  return { ...body }
}

/** Returns the entries of a form (RFC 6749 appendix B), or the same fields sent as JSON. */
const readEntries = async (
  request: Request,
  { maxForm, maxJson }: { maxForm: number; maxJson: number },
): Promise<[string, unknown][]> => {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') return Object.entries(await readJsonObject(request, maxJson))
  return [...new URLSearchParams(new TextDecoder().decode(await readBytes(request, maxForm)))]
}

export const readFields = async (request: Request): Promise<Record<string, unknown>> =>
  Object.fromEntries(await readEntries(request, { maxForm: MAX_FORM_BYTES, maxJson: MAX_BODY_BYTES }))

/**
 * Reads the parameters of a request of OAuth 2.0. One without a value counts as omitted, and none may be sent twice (RFC
 * 6749 §3.1 and §3.2).
 */
export const readParameters = async (request: Request): Promise<Record<string, unknown>> => {
  const entries = await readEntries(request, { maxForm: MAX_PARAMETER_BYTES, maxJson: MAX_PARAMETER_BYTES })
  const repeated = repeatedParameter(entries.map(([name]) => name))
  if (repeated !== undefined) throw badRequest(`${repeated} is sent more than once`)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Reads a form with files (RFC 7578), for endpoints with the `multipart` flag. */
export const readForm = async (request: Request): Promise<FormData> => {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data')) throw badRequest('The body must be a form')
  const bytes = await readBytes(request)
  try {
    // The type of a response body requires a buffer of its own, so the bytes are copied.
    return await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } }).formData()
  } catch {
    throw badRequest('The body is not a valid form')
  }
}

const parse = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badRequest('The body is not valid JSON')
  }
}

/** Returns the body as it was sent. */
export const readText = async (request: Request): Promise<string> => new TextDecoder().decode(await readBytes(request))
