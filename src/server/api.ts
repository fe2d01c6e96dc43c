import manifest from '../../package.json' with { type: 'json' }
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'
import { type CookiePair, formatCookies } from './cookies.ts'
import type { ServerConfig } from './options.ts'

/** Name and version that `front-entry/server` sends with its calls. */
const SDK = `front-entry@${manifest.version}`
const PATIENCE_MS = 10_000

/** The browser's request, if known; some of its headers are forwarded. */
export type From = Pick<Request, 'headers'> | undefined

export interface ApiResponse {
  status: number
  body: Readonly<Record<string, unknown>>
  setCookies: string[]
  /** URL to redirect to: a 302 response to a script has it as its text. */
  leadsTo: string | undefined
}

const locationIn = (response: Response, text: string): string | undefined =>
  response.headers.get('location') ?? (response.status === 302 ? text.trim() : undefined)

/** Headers of the browser that are forwarded to the API. `Headers` cannot hold values with control characters. */
const TOLD_ON = [
  'accept-language',
  'user-agent',
  'frontegg-login-alias',
  'x-forwarded-for',
  'forwarded',
  'x-original-forwarded-for',
  'cf-connecting-ip',
]

export const baseHeaders = ({ apiUrl, framework }: ServerConfig, from: From): Headers => {
  const headers = new Headers({ accept: 'application/json', origin: apiUrl.origin, 'x-frontegg-sdk': SDK })
  if (framework) headers.set('x-frontegg-framework', framework)
  for (const name of TOLD_ON) {
    const value = from?.headers.get(name)
    if (value) headers.set(name, value)
  }
  return headers
}

/** Returns the URL of an endpoint below the API's prefix. */
export const endpointUrl = ({ apiUrl, prefix }: ServerConfig, { path, flags }: AnyEndpoint): URL =>
  new URL(apiUrl.origin + apiUrl.pathname.replace(/\/+$/, '') + (flags.unprefixed ? '' : prefix) + path)

interface Sent {
  from?: From
  cookies?: readonly CookiePair[]
  token?: string
  json?: unknown
  form?: Readonly<Record<string, string>>
}

const bodyOf = ({ json, form }: Sent, headers: Headers): string | undefined => {
  if (form) {
    // RFC 6749 §4.1.3 and §6: the token endpoint takes forms.
    headers.set('content-type', 'application/x-www-form-urlencoded')
    return new URLSearchParams(form).toString()
  }
  headers.set('content-type', 'application/json')
  return json === undefined ? undefined : JSON.stringify(json)
}

/** Calls the API once. A body that is not a JSON object is read as an empty one. @throws what `fetch` throws */
export const callApi = async (config: ServerConfig, endpoint: AnyEndpoint, sent: Sent): Promise<ApiResponse> => {
  const headers = baseHeaders(config, sent.from)
  const body = bodyOf(sent, headers)
  if (sent.cookies && sent.cookies.length > 0) headers.set('cookie', formatCookies(sent.cookies))
  if (sent.token) headers.set('authorization', `Bearer ${sent.token}`)
  const response = await config.fetch(endpointUrl(config, endpoint), {
    method: endpoint.method,
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const text = await response.text()
  const read = parseJson(text)
  return {
    status: response.status,
    body: isRecord(read) ? read : {},
    setCookies: response.headers.getSetCookie(),
    leadsTo: locationIn(response, text),
  }
}
