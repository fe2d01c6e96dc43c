import type { AnyEndpoint, EndpointTable } from '../../contract/endpoint.ts'
import type { Handler } from './handler.ts'
import { badRequest, notFound, Refusal } from './refusal.ts'

export interface Route {
  /** Such as `users.listUsersV2`. */
  operation: string
  endpoint: AnyEndpoint
  handler: Handler<AnyEndpoint>
}

interface CompiledRoute extends Route {
  pattern: RegExp
  names: readonly string[]
}

export interface Match extends Route {
  params: Record<string, string>
}

/** Some hosts prefix every path, some none; both reach the same handlers (DESIGN §9). */
const PREFIX = '/frontegg'

const withoutPrefix = (path: string) => (path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path)

const compile = (route: Route): CompiledRoute => {
  const parts = withoutPrefix(route.endpoint.path).split(/\{(\w+)\}/)
  const source = parts.map((part, at) => (at % 2 ? '([^/]+)' : part.replace(/[.\\+*?^$()[\]{}|]/g, '\\$&'))).join('')
  return { ...route, pattern: new RegExp(`^${source}$`), names: parts.filter((_, at) => at % 2) }
}

/** The routes of one table for which there are handlers. */
export const routesOf = (group: string, table: EndpointTable, handlers: Readonly<Record<string, unknown>>): Route[] =>
  Object.entries(table).flatMap(([operation, endpoint]) => {
    // Checked by `satisfies Pick<Handlers<typeof table>, …>` where the handlers are written.
    const handler = handlers[operation] as Handler<AnyEndpoint> | undefined
    return handler ? [{ operation: `${group}.${operation}`, endpoint, handler }] : []
  })

const paramsOf = (route: CompiledRoute, found: RegExpMatchArray): Record<string, string> => {
  try {
    return Object.fromEntries(route.names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]))
  } catch {
    throw badRequest('The address is malformed')
  }
}

/** Finds the handler of a request; fixed segments win over parameters. */
export const createRouter = (routes: readonly Route[]) => {
  const compiled = routes.map(compile).sort((left, right) => left.names.length - right.names.length)
  return (method: string, pathname: string, query: Readonly<Record<string, string>>): Match => {
    const path = withoutPrefix(pathname)
    const here = compiled.filter(({ pattern }) => pattern.test(path))
    if (here.length === 0) throw notFound()
    const fitting = here.find(({ endpoint, handler }) => endpoint.method === method && (handler.when?.(query) ?? true))
    if (!fitting) throw missing(here, method)
    return { ...fitting, params: paramsOf(fitting, path.match(fitting.pattern) ?? ([''] as RegExpMatchArray)) }
  }
}

const missing = (here: readonly CompiledRoute[], method: string): Refusal => {
  const methods = [...new Set(here.map(({ endpoint }) => endpoint.method as string))]
  if (methods.includes(method)) return notFound()
  return new Refusal(405, ['Method not allowed'], { Allow: methods.join(', ') })
}
