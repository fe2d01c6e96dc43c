import ky from 'ky'
import type { CallOptions, Send, WireInput } from '../contract/client.ts'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { GENERIC_MESSAGE, HttpError, NetworkError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { jsonText, toJson } from '../kernel/safe-json.ts'
import { safeServerUrl } from '../rules/server-url.ts'
import { urlOf } from './call-url.ts'
import { withDeadline } from './deadline.ts'
import type { HttpOptions, Pairs, StepUpChallenge, StepUpRequest } from './options.ts'
import { readBody, readResponse, toHttpError } from './read-response.ts'

type Values = Readonly<Record<string, string | undefined>>
type Named = Pick<HttpOptions, 'requestSource' | 'scopedTenant' | 'metadataHeaders'> & { log: Pick<Logger, 'warn'> }

const builtIn = (endpoint: AnyEndpoint, options: Named, alias: string | undefined): Values => ({
  // A form sets its own type, with a boundary if it has one.
  'Content-Type': endpoint.flags.multipart || endpoint.flags.form ? undefined : 'application/json',
  'frontegg-source': options.requestSource?.(),
  'frontegg-scoped-tenant': options.scopedTenant?.(),
  'frontegg-login-alias': alias,
  'x-frontegg-sdk': options.metadataHeaders?.fronteggSdkVersion,
  'x-frontegg-framework': options.metadataHeaders?.framework,
})

/**
 * Returns the headers of a call, except `Authorization`; the host's take precedence, so that it can replace any of
 * ours.
 */
const headersOf = (endpoint: AnyEndpoint, options: Named, alias: string | undefined, additional: Pairs): Headers => {
  const headers = new Headers()
  const set = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') return
    try {
      headers.set(name, value)
    } catch {
      options.log.warn(`The header ${JSON.stringify(name)} is not valid and was left out`)
    }
  }
  for (const [name, value] of Object.entries(builtIn(endpoint, options, alias))) set(name, value)
  for (const { key, value } of additional) set(key, value)
  return headers
}

/** Limit for a call including its refresh and retry. */
const CALL_LIMIT_MS = 20_000
/** Limit for uploads and exports. */
const LONG_CALL_LIMIT_MS = 60_000

const LEAVING = Symbol('the page is redirecting to another URL')

interface Given {
  input: WireInput
  options: CallOptions | undefined
}

interface Call extends Given {
  endpoint: AnyEndpoint
  url: URL
  headers: Headers
  signal: AbortSignal
}

const pageUrlOf = (options: HttpOptions): URL | undefined => {
  if (options.pageUrl) return options.pageUrl()
  return typeof location === 'undefined' ? undefined : new URL(location.href)
}

const warnOfFailed = ({ log }: HttpOptions, name: string, error: unknown): undefined => {
  log.warn(`${name} failed; the call continues without it`, error)
}

const resolvePairs = async (
  options: HttpOptions,
  name: 'additionalHeadersResolver' | 'additionalQueryParamsResolver',
): Promise<Pairs> => {
  try {
    const pairs: unknown = await options[name]?.()
    return Array.isArray(pairs) ? pairs.filter((pair) => typeof pair?.key === 'string' && pair.key !== '') : []
  } catch (error) {
    warnOfFailed(options, name, error)
    return []
  }
}

const resolveAlias = async (options: HttpOptions): Promise<string | undefined> => {
  try {
    return await options.loginAlias?.()
  } catch (error) {
    return warnOfFailed(options, 'tenantResolver', error)
  }
}

const queryValueOf = (value: unknown): string | undefined => (typeof value === 'object' ? toJson(value) : String(value))

/** Builds the query. Objects, lists and null are sent as JSON text; `undefined` is omitted. */
const queryOf = (own: Readonly<Record<string, unknown>> = {}, additional: Pairs = []): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(own)) {
    const text = value === undefined ? undefined : queryValueOf(value)
    if (text !== undefined) query.set(name, text)
  }
  for (const { key, value } of additional) if (value !== undefined) query.set(key, String(value))
  return query
}

const prepare = async (
  endpoint: AnyEndpoint,
  given: Given,
  options: HttpOptions,
  signal: AbortSignal,
): Promise<Call> => {
  const { input } = given
  const url = urlOf({
    baseUrl: options.baseUrl,
    urlPrefix: options.urlPrefix,
    pageUrl: pageUrlOf(options),
    template: endpoint.path,
    path: input.path,
    unprefixed: endpoint.flags.unprefixed,
    spans: endpoint.flags.spans,
  })
  const [alias, headers, query] = await Promise.all([
    resolveAlias(options),
    resolvePairs(options, 'additionalHeadersResolver'),
    resolvePairs(options, 'additionalQueryParamsResolver'),
  ])
  url.search = queryOf(input.query, query).toString()
  return { ...given, endpoint, url, headers: headersOf(endpoint, options, alias, headers), signal }
}

const bodyOf = ({ endpoint, input }: Call): BodyInit | null => {
  if (input.body === undefined || input.body === null) return null
  if (endpoint.flags.form) return new URLSearchParams(input.body as Record<string, string>)
  return endpoint.flags.multipart ? (input.body as FormData) : jsonText(input.body)
}

const headersWith = (call: Call, authorization: string | undefined): Headers => {
  const headers = new Headers(call.headers)
  if (authorization !== undefined && !headers.has('Authorization')) headers.set('Authorization', authorization)
  return headers
}

const attempt = async (call: Call, options: HttpOptions, authorization: string | undefined): Promise<Response> => {
  try {
    return await ky(call.url, {
      method: call.endpoint.method,
      headers: headersWith(call, authorization),
      body: bodyOf(call),
      credentials: call.endpoint.flags.anonymous ? 'omit' : (options.requestCredentials ?? 'include'),
      signal: call.signal,
      keepalive: call.options?.keepalive,
      fetch: options.fetch,
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
    })
  } catch (error) {
    if (call.signal.aborted) throw call.signal.reason
    throw new NetworkError('The API could not be reached', { cause: error })
  }
}

/** Returns whether a normal sign-in has this status: no session yet, or an email without single sign-on. */
const isExpected = ({ endpoint }: Call, status: number): boolean =>
  status === 401 || (status === 404 && endpoint.flags.mayMiss === true)

/** Logs a failure without query and body, which may contain secrets. */
const logFailure = (call: Call, error: HttpError, options: HttpOptions) => {
  const line = `${call.endpoint.method} ${call.endpoint.path} responded with ${error.status}`
  if (error.status >= 500) options.log.error(line)
  else if (isExpected(call, error.status)) options.log.info(line)
  else options.log.warn(line)
}

const leave = async (response: Response, call: Call, options: HttpOptions): Promise<typeof LEAVING> => {
  const target = safeServerUrl((await readBody(() => response.text())).trim(), {
    pageUrl: pageUrlOf(options) ?? new URL(response.url),
    expectedOrigins: options.expectedRedirectOrigins,
  })
  if (!target) throw new HttpError(GENERIC_MESSAGE, response.status)
  call.options?.onLeave?.()
  options.redirect(target.href)
  return LEAVING
}

const finish = async (response: Response, call: Call, options: HttpOptions): Promise<unknown> => {
  if (response.status === 302) return leave(response, call, options)
  if (response.ok) return readResponse(response, call.endpoint, call.input, options)
  const error = await toHttpError(response, options.clock.now())
  logFailure(call, error, options)
  throw error
}

const paramOf = (header: string, name: string): string | undefined => {
  const match = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(header)
  return match?.[1] ?? match?.[2]
}

/**
 * Returns the challenge when the API requires a stronger or more recent sign-in (RFC 9470 §3); `undefined` for any
 * other 401.
 */
const stepUpChallengeOf = (response: Response): StepUpChallenge | undefined => {
  const header = response.headers.get('WWW-Authenticate')
  if (!header || paramOf(header, 'error') !== 'insufficient_user_authentication') return undefined
  const maxAge = Number(paramOf(header, 'max_age') ?? Number.NaN)
  return { maxAge: Number.isFinite(maxAge) ? maxAge : undefined, acrValues: paramOf(header, 'acr_values') }
}

/** Handles a refused bearer token: it means step-up, or one refresh and one retry. */
const retryRefused = async (refused: Response, used: string, call: Call, options: HttpOptions): Promise<Response> => {
  if (stepUpChallengeOf(refused)) return refused
  if ((await options.tokens.refreshRejected(used, call.signal)) !== 'refreshed') return refused
  const token = await options.tokens.getToken()
  return token ? attempt(call, options, `Bearer ${token}`) : refused
}

interface Reply {
  response: Response
  /** Set when the session's token was refused as too weak. */
  challenge?: StepUpChallenge | undefined
}

const sendWithToken = async (call: Call, options: HttpOptions): Promise<Reply> => {
  const own = call.endpoint.flags.jwt ? call.options?.jwt : undefined
  if (own !== undefined) return { response: await attempt(call, options, own) }
  const token = call.endpoint.flags.noToken ? undefined : await options.tokens.getToken()
  const first = await attempt(call, options, token ? `Bearer ${token}` : undefined)
  if (!token || first.status !== 401) return { response: first }
  const response = await retryRefused(first, token, call, options)
  return { response, challenge: response.status === 401 ? stepUpChallengeOf(response) : undefined }
}

type Outcome = { result: unknown } | { refusal: unknown; challenge: StepUpChallenge }

const sendOnce = (endpoint: AnyEndpoint, given: Given, options: HttpOptions): Promise<Outcome> => {
  const limit = endpoint.flags.long ? LONG_CALL_LIMIT_MS : CALL_LIMIT_MS
  return withDeadline(options.clock, limit, given.options?.signal, async (signal) => {
    const call = await prepare(endpoint, given, options, signal)
    const { response, challenge } = await sendWithToken(call, options)
    try {
      return { result: await finish(response, call, options) }
    } catch (refusal) {
      const required = challenge ?? options.tokens.stepUpPrompt?.()?.challengeOf?.(refusal, endpoint)
      if (!required) throw refusal
      return { refusal, challenge: required }
    }
  })
}

/** Asks the user for the proof without a deadline; without a prompt, the page leaves for the step-up. */
const isProven = async (request: StepUpRequest, { tokens }: HttpOptions) => {
  const prompt = tokens.stepUpPrompt?.()
  if (prompt) {
    const proven = await prompt(request)
    request.signal?.throwIfAborted()
    return proven
  }
  tokens.stepUpRequired(request.challenge)
  return false
}

/**
 * Creates the transport of every call: headers, errors, retries.
 *
 * @example const { send } = createHttp({ baseUrl, clock, log, tokens, redirect })
 */
export const createHttp = (options: HttpOptions): { send: Send } => ({
  async send(endpoint, input, callOptions) {
    const once = () => sendOnce(endpoint, { input, options: callOptions }, options)
    const first = await once()
    const request = 'challenge' in first && { challenge: first.challenge, endpoint, signal: callOptions?.signal }
    const outcome = request && (await isProven(request, options)) ? await once() : first
    if ('challenge' in outcome) throw outcome.refusal
    // The page is unloading: callers must not continue with an incomplete response.
    return outcome.result === LEAVING ? new Promise<never>(() => {}) : outcome.result
  },
})
