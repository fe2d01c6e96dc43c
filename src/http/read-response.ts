import type { WireInput } from '../contract/client.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { GENERIC_MESSAGE, HttpError, NetworkError } from '../kernel/errors.ts'
import { retryAfterOf } from '../kernel/retry-after.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import { saveFile } from '../kernel/save-file.ts'
import type { HttpOptions } from './options.ts'

const DEFAULT_FILE_NAME = 'output'

const fileNameOf = (input: WireInput): string => {
  const name = input.query?.outputFileName ?? input.query?.name
  return typeof name === 'string' && name !== '' ? name : DEFAULT_FILE_NAME
}

/** Reads a body. One that is cut, or can't be decompressed, is an outage like a connection that is cut earlier. */
export const readBody = async <Body>(read: () => Promise<Body>): Promise<Body> => {
  try {
    return await read()
  } catch (error) {
    throw new NetworkError('The response was cut', { cause: error })
  }
}

/**
 * Returns the result of a successful call. Many calls succeed with an empty body, so anything but JSON is read as `{}`.
 */
export const readResponse = async (
  response: Response,
  endpoint: AnyEndpoint,
  input: WireInput,
  options: HttpOptions,
): Promise<unknown> => {
  if (endpoint.flags.blob) {
    const save = options.download ?? saveFile
    return save(await readBody(() => response.blob()), fileNameOf(input))
  }
  const text = await readBody(() => response.text())
  if (endpoint.flags.text) return text
  const body = parseJson(text)
  return body === undefined ? {} : body
}

const TOO_LARGE = 'Error request is too large'
const TOO_MANY = 'Too many attempts. Wait a moment, then try again.'
/** Longer text is a page or a dump, not a message for a user. */
const MAX_MESSAGE_LENGTH = 500
const MARKUP = /<[a-z!/?]/i

const isPresentable = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_MESSAGE_LENGTH && !MARKUP.test(text)

const statusLine = (response: Response): string =>
  response.statusText ? `Error ${response.status} - ${response.statusText}` : `Error ${response.status}`

const textOfEntry = (entry: unknown): string | undefined => {
  if (typeof entry === 'string') return entry
  return isRecord(entry) && typeof entry.message === 'string' ? entry.message : undefined
}

const joinErrors = (errors: unknown): string =>
  Array.isArray(errors)
    ? errors
        .map(textOfEntry)
        .filter((text) => text !== undefined && text !== '')
        .join(', ')
    : ''

const isPlainText = (response: Response, text: string): boolean => {
  const type = response.headers.get('Content-Type') ?? 'text/plain'
  return /^text\/plain\b/i.test(type) && !/^[\s]*[{["]/.test(text)
}

/** Returns the error message. Hosts compare these messages, so each kind of error body has its own. */
const messageFrom = (response: Response, text: string, body: unknown): string => {
  if (response.status === 413) return TOO_LARGE
  const unsaid = response.status === 429 ? TOO_MANY : undefined
  if (body === undefined) {
    return isPlainText(response, text) && isPresentable(text) ? text.trim() : (unsaid ?? GENERIC_MESSAGE)
  }
  const said = typeof body === 'string' ? body : isRecord(body) ? joinErrors(body.errors) : ''
  return isPresentable(said) ? said : (unsaid ?? statusLine(response))
}

const readText = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch {
    return ''
  }
}

export const toHttpError = async (response: Response, now: number): Promise<HttpError> => {
  const text = await readText(response)
  const body = parseJson(text)
  return new HttpError(messageFrom(response, text, body), response.status, retryAfterOf(response.headers, now), body)
}
