import type { AnyEndpoint, EndpointTable } from '../../contract/endpoint.ts'
import { allowedMethods, matchOperation } from '../../contract/match.ts'
import { notFound, Refusal } from '../call/refusal.ts'
import type { Handler } from './handler.ts'

export interface Route {
  /** Such as `users.listUsersV2`. */
  operation: string
  endpoint: AnyEndpoint
  handler: Handler<AnyEndpoint>
}

export interface Match extends Route {
  params: Record<string, string>
}

/** The routes of one table for which there are handlers. */
export const routesOf = (group: string, table: EndpointTable, handlers: Readonly<Record<string, unknown>>): Route[] =>
  Object.entries(table).flatMap(([operation, endpoint]) => {
    // Checked by `satisfies Pick<Handlers<typeof table>, …>` where the handlers are written.
    const handler = handlers[operation] as Handler<AnyEndpoint> | undefined
    return handler ? [{ operation: `${group}.${operation}`, endpoint, handler }] : []
  })

const missing = (method: string, pathname: string): Refusal => {
  const methods: readonly string[] = allowedMethods(pathname)
  if (methods.length === 0 || methods.includes(method)) return notFound()
  return new Refusal(405, ['Method not allowed'], { Allow: methods.join(', ') })
}

/** Finds the handler of a request by the contract's own matcher; what has no handler is not found. */
export const createRouter = (routes: readonly Route[]) => {
  const byOperation = new Map(routes.map((route) => [route.operation, route]))
  return (method: string, url: URL): Match => {
    const found = matchOperation(method, url.pathname, url.searchParams)
    if (!found) throw missing(method, url.pathname)
    const route = byOperation.get(found.id)
    if (!route) throw notFound()
    return { ...route, params: found.params }
  }
}
