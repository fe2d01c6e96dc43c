import { createResponseChecker, createValidator, type WireSchemas } from '../backend/adapters/validate.ts'
import { matchOperation } from '../contract/match.ts'

/** One request and its response, as a browser or a proxy saw them. */
interface Exchange {
  method: string
  url: string
  /** Parsed; `undefined` when there was none. */
  requestBody?: unknown
  status: number
  /** Parsed; a text when the response was no JSON, `undefined` when there was none. */
  response?: unknown
}

const REFUSED_FROM = 400
const NOT_FOUND = 404
const METHOD_NOT_ALLOWED = 405

const isUnroutable = (status: number) => status === NOT_FOUND || status === METHOD_NOT_ALLOWED

/**
 * Says where an exchange leaves the contract: an unknown call, a wrong query, body or response. What the server refused
 * may have been wrong on purpose; then only the shape of the refusal counts.
 *
 * @example const check = createTrafficChecker((await buildOpenApi()).schemas); assert.deepEqual(check(exchange), [])
 */
export const createTrafficChecker = (schemas: WireSchemas) => {
  const validate = createValidator(schemas)
  const checkResponse = createResponseChecker(schemas)
  return ({ method, url, requestBody, status, response }: Exchange): string[] => {
    const { pathname, searchParams } = new URL(url, 'http://host.invalid')
    // RFC 9110 §9.3.2: HEAD is GET without the body of the response.
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
