import type { AnyEndpoint, EndpointTable } from '../../contract/endpoint.ts'
import { allowedMethods, matchOperation } from '../../contract/match.ts'
import { lazy } from '../../kernel/lazy.ts'
import { notFound, Refusal } from '../call/refusal.ts'
import type { Handler } from './handler.ts'
import type { Rules, RulesOf } from './rules.ts'

export interface Route {
  /** For example, `users.listUsersV2`. */
  operation: string
  endpoint: AnyEndpoint
  handler: Handler<AnyEndpoint>
  rules: Rules
}

export interface Match extends Route {
  params: Record<string, string>
}

/** Returns the routes of one table that have handlers. */
export const routesOf = <Table extends EndpointTable>(
  group: string,
  table: Table,
  handlers: Readonly<Record<string, unknown>>,
  declared: RulesOf<Table>,
): Route[] =>
  Object.entries(table).flatMap(([operation, endpoint]) => {
    // Checked by `satisfies Pick<Handlers<typeof table>, …>` where the handlers are written.
    const handler = handlers[operation] as Handler<AnyEndpoint> | undefined
    const rules: Rules | undefined = declared[operation]
    return handler && rules ? [{ operation: `${group}.${operation}`, endpoint, handler, rules }] : []
  })

const missing = (method: string, pathname: string): Refusal => {
  const methods: readonly string[] = allowedMethods(pathname)
  if (methods.length === 0 || methods.includes(method)) return notFound()
  return new Refusal(405, ['Method not allowed'], { Allow: methods.join(', ') })
}

const byOperation = (routes: readonly Route[]) => new Map(routes.map((route) => [route.operation, route]))

/** Finds the operation of a request with the contract's own matcher. */
const operationOf = (method: string, { pathname, searchParams }: URL) => {
  const found = matchOperation(method, pathname, searchParams)
  if (!found) throw missing(method, pathname)
  return found
}

const matchOf = (route: Route | undefined, params: Match['params']): Match => {
  if (!route) throw notFound()
  return { ...route, params }
}

/** Creates a router that finds the handler of a request; a request without one gets a 404. */
export const createRouter = (routes: readonly Route[]) => {
  const known = byOperation(routes)
  return (method: string, url: URL): Match => {
    const { id, params } = operationOf(method, url)
    return matchOf(known.get(id), params)
  }
}

/** The same, but further routes are loaded, in this order, by the first request that needs one of them. */
export const createGrowingRouter = (
  routes: readonly Route[],
  loadMore: readonly (() => Promise<readonly Route[]>)[],
) => {
  const known = byOperation(routes)
  const more = loadMore.map((load) => lazy(async () => byOperation(await load())))
  return async (method: string, url: URL): Promise<Match> => {
    const { id, params } = operationOf(method, url)
    let route = known.get(id)
    for (const load of more) route ??= (await load()).get(id)
    return matchOf(route, params)
  }
}
