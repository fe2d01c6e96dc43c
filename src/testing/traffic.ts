import { createResponseChecker, createValidator, type WireSchemas } from '../backend/adapters/validate.ts'
import { matchOperation } from '../contract/match.ts'

/** One request and its response, as seen by a browser or a proxy. */
interface Exchange {
  method: string
  url: string
  /** Parsed body; `undefined` if there was none. */
  requestBody?: unknown
  status: number
  /** Parsed body; the text if the response wasn't JSON, `undefined` if there was none. */
  response?: unknown
}

const REFUSED_FROM = 400
const NOT_FOUND = 404
const METHOD_NOT_ALLOWED = 405

const isUnroutable = (status: number) => status === NOT_FOUND || status === METHOD_NOT_ALLOWED

/**
 * Creates a checker that finds where an exchange violates the contract: an unknown call, or an invalid query, body or
 * response. A refused request may have been invalid on purpose; then only the shape of the refusal is checked.
 *
 * @example const check = createTrafficChecker((await buildOpenApi()).schemas); assert.deepEqual(check(exchange), [])
 */
export const createTrafficChecker = (schemas: WireSchemas) => {
  const validate = createValidator(schemas)
  const checkResponse = createResponseChecker(schemas)
  return ({ method, url, requestBody, status, response }: Exchange): string[] => {
    const { pathname, searchParams } = new URL(url, 'http://host.invalid')
    // HEAD is GET without the body of the response (RFC 9110 §9.3.2).
    const isHead = method === 'HEAD'
    const match = matchOperation(isHead ? 'GET' : method, pathname, searchParams, requestBody)
    if (!match) return isUnroutable(status) ? [] : [`${method} ${pathname} is not part of the contract`]
    const { id, endpoint } = match
    const isRefused = status >= REFUSED_FROM
    const isJson = endpoint.method !== 'GET' && !endpoint.flags.multipart
    const sent = [
      ...validate(id, 'query', Object.fromEntries(searchParams)),
      ...(isJson ? validate(id, 'body', requestBody) : []),
    ]
    const isUnread = isHead || (endpoint.flags.blob && !isRefused)
    const got = isUnread ? [] : checkResponse(id, status, response)
    return [...(isRefused ? [] : sent), ...got].map((problem) => `${id}: ${problem}`)
  }
}
