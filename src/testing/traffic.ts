import { createAnswerChecker, createValidator, type WireSchemas } from '../backend/adapters/validate.ts'
import { matchOperation } from '../contract/match.ts'

/** One request and its answer, as a browser or a proxy saw them. */
export interface Exchange {
  method: string
  url: string
  /** Parsed; `undefined` when there was none. */
  requestBody?: unknown
  status: number
  /** Parsed; a text when the answer was no JSON, `undefined` when there was none. */
  answer?: unknown
}

const hasJsonBody = (method: string) => method !== 'GET'

/**
 * Says where an exchange leaves the contract: an unknown call, a wrong query, body or answer. A request the server
 * refused with 400 may be wrong on purpose.
 *
 * @example const check = createTrafficChecker((await buildOpenApi()).schemas); assert.deepEqual(check(exchange), [])
 */
export const createTrafficChecker = (schemas: WireSchemas) => {
  const validate = createValidator(schemas)
  const checkAnswer = createAnswerChecker(schemas)
  return ({ method, url, requestBody, status, answer }: Exchange): string[] => {
    const { pathname, searchParams } = new URL(url, 'http://host.invalid')
    const match = matchOperation(method, pathname, searchParams, requestBody)
    if (!match) return [`${method} ${pathname} is not part of the contract`]
    const { id, endpoint } = match
    const isJson = hasJsonBody(method) && !endpoint.flags.multipart
    const sent = [
      ...validate(id, 'query', Object.fromEntries(searchParams)),
      ...(isJson ? validate(id, 'body', requestBody) : []),
    ]
    const got = endpoint.flags.blob && status < 400 ? [] : checkAnswer(id, status, answer)
    return [...(status === 400 ? [] : sent), ...got].map((problem) => `${id}: ${problem}`)
  }
}
