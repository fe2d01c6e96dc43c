import type { ResponseChecker } from '../../backend/adapters/validate.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import type { WireReply } from './client.ts'
import type { Problem } from './results.ts'

const REDIRECT_FROM = 300
const ERROR_FROM = 400
/** The validator treats a 204 as no response at all, even where the contract has one. */
const OK = 200
const SERVER_ERROR_FROM = 500
const MAX_TEXT_LENGTH = 160
/** The first mistakes of a shape usually explain the others. */
const MAX_SHAPE_PROBLEMS = 3

const NOT_THERE = [404, 405, 501]

export const isMissingCall = (status: number): boolean => NOT_THERE.includes(status)
export const isSuccess = (status: number): boolean => status >= OK && status < REDIRECT_FROM
const isRefusal = (status: number): boolean => status >= ERROR_FROM && status < SERVER_ERROR_FROM

/**
 * Removes data from a problem: paths and values of a foreign response may contain emails, long texts and tokens, which
 * are not printed.
 */
const withoutData = (text: string): string =>
  text
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, '…')
    .replace(/[\w+/=-]{25,}(\.[\w+/=-]+)*/g, '…')
    .slice(0, MAX_TEXT_LENGTH)

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'a text'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Returns the value at a path such as `items[0].email`. */
const valueAt = (json: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((value, step) => (value as Record<string, unknown> | null | undefined)?.[step], json)

/** Parses a message of the contract's own validator, such as `items[0].email must be a string`. */
const shapeProblem = (sentence: string, json: unknown): Problem => {
  const [path = ''] = sentence.split(' ')
  const value = sentence.startsWith('the response') ? json : valueAt(json, path)
  return { kind: 'shape', expected: withoutData(sentence), got: kindOf(value) }
}

const bodyOf = ({ headers, text }: WireReply): string => {
  if (text === '') return 'nothing'
  const isPage = headers.get('content-type')?.includes('html') || /^\s*<(!doctype|html)/i.test(text)
  return isPage ? 'an HTML page' : 'a text that is no JSON'
}

const statusOf = (reply: WireReply): string =>
  'json' in reply ? `status ${reply.status}` : `status ${reply.status} with ${bodyOf(reply)}`

export interface ResponseChecks {
  /** Checks the response to a valid request: it must be a success in the contract's shape. */
  success(call: string, endpoint: AnyEndpoint, reply: WireReply): Problem[]
  /** Checks the response to an invalid request: it must be a refusal with `errors`. */
  refusal(call: string, endpoint: AnyEndpoint, reply: WireReply): Problem[]
  /** Checks the response to a call without a token: it must be a 401 with `errors`. */
  unauthorized(call: string, endpoint: AnyEndpoint, reply: WireReply): Problem[]
  /** Checks a page that a browser opens: anything but a failure of the server is accepted. */
  page(reply: WireReply): Problem[]
}

const cookieProblems = ({ headers }: WireReply, isSecure: boolean): Problem[] =>
  headers.getSetCookie().flatMap((cookie) => {
    const flags = cookie
      .toLowerCase()
      .split(';')
      .slice(1)
      .map((part) => part.trim())
    const missing = [
      ...(flags.includes('httponly') ? [] : ['HttpOnly']),
      ...(!isSecure || flags.includes('secure') ? [] : ['Secure']),
      ...(flags.some((flag) => /^samesite=(strict|lax|none)$/.test(flag)) ? [] : ['SameSite']),
    ]
    return missing.map(
      (flag): Problem => ({ kind: 'cookie', expected: `cookies with ${flag}`, got: `one without ${flag}` }),
    )
  })

const TOKEN_IN_QUERY = /[?&#](access_token|refresh_token|accessToken|refreshToken|jwt)=[^&\s"]/

const urlsOf = ({ headers, text }: WireReply): string[] => [
  headers.get('location') ?? '',
  ...(text.match(/https?:\/\/[^\s"'<>\\]+/g) ?? []),
]

const hasTokenInUrl = (reply: WireReply, tokens: readonly string[]): boolean =>
  urlsOf(reply).some((url) => TOKEN_IN_QUERY.test(url) || tokens.some((token) => url.includes(token)))

const corsProblems = ({ headers }: WireReply, origin: string): Problem[] => {
  const allowed = headers.get('access-control-allow-origin')
  const expected = 'Access-Control-Allow-Origin with the given origin'
  if (allowed === null) return [{ kind: 'cors', expected, got: 'none' }]
  if (allowed !== origin) return [{ kind: 'cors', expected, got: allowed === '*' ? 'a wildcard' : 'another origin' }]
  return headers.get('access-control-allow-credentials') === 'true'
    ? []
    : [{ kind: 'cors', expected: 'Access-Control-Allow-Credentials: true', got: 'none' }]
}

interface CheckSettings {
  checkResponse: ResponseChecker
  /** Origin whose requests must be allowed; without it, CORS isn't checked. */
  origin: string | undefined
  isSecure: boolean
  /** Returns the tokens of this session, which no URL may contain. */
  tokens: () => readonly string[]
}

/** Creates checks that compare responses with the contract. */
export const createResponseChecks = ({ checkResponse, origin, isSecure, tokens }: CheckSettings): ResponseChecks => {
  const always = (endpoint: AnyEndpoint, reply: WireReply): Problem[] => {
    const { nav, server, anonymous } = endpoint.flags
    return [
      ...cookieProblems(reply, isSecure),
      ...(hasTokenInUrl(reply, tokens())
        ? [{ kind: 'token-in-url', expected: 'no token in a URL', got: 'a URL with one' } as const]
        : []),
      ...(origin && !nav && !server && !anonymous ? corsProblems(reply, origin) : []),
    ]
  }

  const shapeOf = (call: string, { flags }: AnyEndpoint, reply: WireReply): Problem[] => {
    const { blob, text } = flags
    const isPage = !('json' in reply) && bodyOf(reply) === 'an HTML page'
    if (blob) return isPage ? [{ kind: 'unreadable', expected: 'a file', got: 'an HTML page' }] : []
    const json = text && !('json' in reply) && !isPage ? reply.text : reply.json
    const problems = checkResponse(call, OK, json)
    const isUnreadable = !('json' in reply) && reply.text !== '' && !text
    if (isPage || (isUnreadable && problems.length > 0))
      return [{ kind: 'unreadable', expected: 'JSON', got: statusOf(reply) }]
    return problems.slice(0, MAX_SHAPE_PROBLEMS).map((problem) => shapeProblem(problem, json))
  }

  const errorsOf = (call: string, reply: WireReply): Problem[] =>
    checkResponse(call, reply.status, reply.json).length > 0
      ? [{ kind: 'errors', expected: 'the refusal as { errors: string[] }', got: `${statusOf(reply)} and no errors` }]
      : []

  return {
    success: (call, endpoint, reply) =>
      isSuccess(reply.status)
        ? [...shapeOf(call, endpoint, reply), ...always(endpoint, reply)]
        : [{ kind: 'status', expected: 'status 200 to 299', got: statusOf(reply) }, ...always(endpoint, reply)],
    refusal: (call, endpoint, reply) => {
      if (isRefusal(reply.status)) return [...errorsOf(call, reply), ...always(endpoint, reply)]
      const kind = isSuccess(reply.status) ? 'accepted' : 'status'
      return [
        { kind, expected: 'an invalid request refused with status 400 to 499', got: statusOf(reply) },
        ...always(endpoint, reply),
      ]
    },
    unauthorized: (call, endpoint, reply) =>
      reply.status === 401
        ? [...errorsOf(call, reply), ...always(endpoint, reply)]
        : [
            {
              kind: isSuccess(reply.status) ? 'accepted' : 'errors',
              expected: 'status 401 without a token',
              got: statusOf(reply),
            },
          ],
    page: (reply) =>
      reply.status >= SERVER_ERROR_FROM
        ? [{ kind: 'status', expected: 'a page, a redirect or a refusal', got: `status ${reply.status}` }]
        : [],
  }
}
