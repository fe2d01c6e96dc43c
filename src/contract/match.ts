import { allTables } from './all.ts'
import type { AnyEndpoint, EndpointTable, Method } from './endpoint.ts'
import { API_PREFIX } from './path.ts'

interface Match {
  /** `table.operation`, the `operationId` of `openapi.json`. */
  id: string
  table: string
  operation: string
  endpoint: AnyEndpoint
  /** Decoded values of the path's `{names}`. */
  params: Record<string, string>
}

interface Route {
  id: string
  endpoint: AnyEndpoint
  segments: readonly string[]
}

type Hint = (query: URLSearchParams, body: unknown) => boolean

const has = (body: unknown, field: string) => typeof body === 'object' && body !== null && field in body
const field = (body: unknown, name: string) => (has(body, name) ? (body as Record<string, unknown>)[name] : undefined)
const never: Hint = () => false
const entity =
  (name: string): Hint =>
  (query) =>
    query.get('entityName') === name

/**
 * Several operations may share one method and path: the first whose hint matches is used, else the one without a hint.
 * The server-side spellings share the handler of their browser counterparts.
 */
const HINTS: Readonly<Record<string, Hint>> = {
  'portal.getPortalMetadata': entity('adminBox'),
  'audits.getAuditMetadata': entity('audits'),
  'metadata.getSamlMetadata': entity('saml'),
  'session.getProfile': (query) => query.has('addRoles'),
  'session.exchangeRefreshToken': (_, body) => field(body, 'grant_type') === 'refresh_token',
  'session.refreshSessionServer': never,
  'session.oauthLogoutRedirect': never,
  'team.resendInvitation': (_, body) => has(body, 'email') && !has(body, 'roleIds'),
  'reports.downloadReport': (query) => query.has('name'),
}

/** The admin box writes with PUT; clients that send POST are supported too. */
const METHOD_ALIASES: Readonly<Record<string, string>> = { 'POST /metadata/admin-box': 'PUT' }

const isParameter = (segment: string) => segment.startsWith('{')

const withoutPrefix = (pathname: string) =>
  pathname === API_PREFIX || pathname.startsWith(`${API_PREFIX}/`) ? pathname.slice(API_PREFIX.length) : pathname

const segmentsOf = (pathname: string): string[] => withoutPrefix(pathname).split('/').filter(Boolean)

/** Returns a key that is equal for two calls that a server cannot distinguish by method and path. */
export const routeKey = (method: string, path: string): string =>
  `${method} /${segmentsOf(path)
    .map((segment) => (isParameter(segment) ? '{}' : segment))
    .join('/')}`

const ROUTES: readonly Route[] = Object.entries(allTables as Record<string, EndpointTable>).flatMap(
  ([table, endpoints]) =>
    Object.entries(endpoints).map(([operation, endpoint]) => ({
      id: `${table}.${operation}`,
      endpoint,
      segments: segmentsOf(endpoint.path),
    })),
)

const fits = ({ segments, endpoint }: Route, actual: readonly string[]): boolean =>
  (segments.length === actual.length || (endpoint.flags.spans === true && actual.length > segments.length)) &&
  segments.every((segment, index) => isParameter(segment) || segment === actual[index])

/** Ranks routes: the leftmost literal wins, so `/me/all` comes before `/me/{id}`. */
const rank = ({ segments, endpoint }: Route): string =>
  segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('') + (endpoint.flags.spans ? '1' : '0')

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const paramsOf = ({ segments, endpoint }: Route, actual: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    segments.flatMap((segment, index) => {
      if (!isParameter(segment)) return []
      const isSpan = endpoint.flags.spans && index === segments.length - 1
      const value = isSpan ? actual.slice(index).join('/') : (actual[index] ?? '')
      return [[segment.slice(1, -1), decode(value)]]
    }),
  )

const choose = (routes: readonly Route[], query: URLSearchParams, body: unknown): Route | undefined =>
  routes.find(({ id }) => HINTS[id]?.(query, body)) ?? routes.find(({ id }) => !HINTS[id])

const wireMethod = (method: string, actual: readonly string[]) =>
  METHOD_ALIASES[`${method} /${actual.join('/')}`] ?? method

/**
 * Returns the operation of a request. The prefix and a trailing slash are optional. If only the body distinguishes two
 * operations, the plain one is chosen unless the body is given.
 *
 * @example matchOperation('DELETE', '/frontegg/identity/resources/groups/v1/g1')?.params // { groupId: 'g1' }
 */
export const matchOperation = (
  method: string,
  pathname: string,
  query: URLSearchParams = new URLSearchParams(),
  body?: unknown,
): Match | undefined => {
  const actual = segmentsOf(pathname)
  const wanted = wireMethod(method, actual)
  const candidates = ROUTES.filter((route) => route.endpoint.method === wanted && fits(route, actual))
  const best = candidates.map(rank).sort()[0]
  const route = choose(
    candidates.filter((candidate) => rank(candidate) === best),
    query,
    body,
  )
  if (!route) return undefined
  const [table = '', operation = ''] = route.id.split('.')
  return { id: route.id, table, operation, endpoint: route.endpoint, params: paramsOf(route, actual) }
}

/** Returns the methods for the `Allow` header of a 405; empty when nothing is served at this path. */
export const allowedMethods = (pathname: string): Method[] => {
  const actual = segmentsOf(pathname)
  return [...new Set(ROUTES.filter((route) => fits(route, actual)).map(({ endpoint }) => endpoint.method))].sort()
}
